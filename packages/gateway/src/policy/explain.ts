import type { AskTerms, CallDecision } from '@toolmark/api-contract';
import type { PolicyConfig } from '@toolmark/config';
import type { ExplainedStep, Explanation } from '../model/policy.ts';
import type { PolicyCall } from '../model/policy-call.ts';
import { termsOf } from './asking-rule.ts';
import { BUILT_IN_RULES } from './built-in-rules.ts';
import type { CompiledRule } from './compile-rule.ts';
import { decideByDefault } from './default-table.ts';
import { toSentence } from './match/words.ts';
import { isAtRisk, weighRisk, writesToOpenWorld } from './session-risk.ts';

/** Tests all rules in order and reports the result of each. Slower than `decide`, with the same decision. */
export function explainCall(call: PolicyCall, rules: readonly CompiledRule[], config: PolicyConfig): Explanation {
  const steps: ExplainedStep[] = [];
  for (const rule of BUILT_IN_RULES) {
    const decision = rule.decide(call);
    const because = decision?.reason ?? rule.passes?.(call);
    if (because !== undefined) steps.push({ rule: rule.name, matched: decision !== undefined, because });
    if (decision !== undefined) return { decision, ask: null, steps };
  }
  const decision = decideByRules(call, rules, steps) ?? decideByTable(call, config, steps);
  if (!writesToOpenWorld(call.tool.resolution) || !isAtRisk(call.session))
    return { decision, ask: askOf(decision, config), steps };
  const weighed = weighRisk(decision, config.risk);
  if (weighed !== decision) steps.push({ rule: 'session-risk', matched: true, because: weighed.reason });
  return { decision: weighed, ask: askOf(weighed, config), steps };
}

const askOf = (decision: CallDecision, { ask }: PolicyConfig): AskTerms | null =>
  decision.kind === 'ask' ? termsOf(decision, ask) : null;

function decideByRules(
  call: PolicyCall,
  rules: readonly CompiledRule[],
  steps: ExplainedStep[],
): CallDecision | undefined {
  for (const { name, matcher, decide } of rules) {
    const objection = matcher.objection(call);
    const because = objection ?? matcher.because(call) ?? 'it is for every call';
    steps.push({ rule: name, matched: objection === undefined, because: toSentence(because) });
    if (objection === undefined) return decide(call);
  }
  return undefined;
}

function decideByTable(call: PolicyCall, { defaults }: PolicyConfig, steps: ExplainedStep[]): CallDecision {
  const decision = decideByDefault(call.tool, defaults);
  steps.push({ rule: decision.rule, matched: true, because: decision.reason });
  return decision;
}
