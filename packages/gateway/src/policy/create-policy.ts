import type { CallDecision } from '@toolmark/api-contract';
import { remember } from '@toolmark/base';
import { createPathReader } from '../config/expressions/json-path.ts';
import type { PolicyConfig } from '../config/policy-config.ts';
import type { Policy } from '../model/policy.ts';
import type { PolicyCall, PolicyTool } from '../model/policy-call.ts';
import { BUILT_IN_RULES } from './built-in-rules.ts';
import { type CompiledRule, compileRule } from './compile-rule.ts';
import { decideByDefault } from './default-table.ts';
import { explainCall } from './explain.ts';
import { isAtRisk, weighRisk, writesToOpenWorld } from './session-risk.ts';
import { createShortlist, type FindRule } from './shortlist.ts';

/**
 * Makes a policy of its config: pure, total and deterministic, by the rules of SPEC.md. What depends on the tool alone is worked
 * out once per tool, so that a thousand rules cost a call next to nothing. The tool is remembered as an object: who asks twice about
 * one hands over the same.
 *
 * @example
 * createPolicy(config.policy).decide({ tool, arguments: { id: 1 }, caller, session }) // { kind: 'ask', rule: 'default: destructive', … }
 */
export function createPolicy(config: PolicyConfig): Policy {
  const pathOf = createPathReader();
  const rules = config.rules.map((rule) => compileRule(rule, pathOf));
  const outlookOf = remember((tool: PolicyTool) => toOutlook(tool, rules, config));
  const decide = (call: PolicyCall): CallDecision => {
    for (const rule of BUILT_IN_RULES) {
      const decision = rule.decide(call);
      if (decision !== undefined) return decision;
    }
    const { findRule, otherwise, isRisky } = outlookOf(call.tool);
    const decision = (findRule(call)?.decide ?? otherwise)(call);
    return isRisky && isAtRisk(call.session) ? weighRisk(decision, config.risk) : decision;
  };
  return { decide, explain: (call) => explainCall(call, rules, config) };
}

/** What is known of a tool before it is called. */
interface Outlook {
  /** Among those that may match a call of it. */
  readonly findRule: FindRule;
  /** What is decided where none of them does: by the first rule that matches every call of it, or the default table. */
  readonly otherwise: CompiledRule['decide'];
  readonly isRisky: boolean;
}

function toOutlook(tool: PolicyTool, rules: readonly CompiledRule[], { defaults }: PolicyConfig): Outlook {
  const applying = rules.filter(({ matcher }) => matcher.appliesTo(tool));
  const first = applying.findIndex(({ matcher }) => matcher.isStatic);
  const byDefault = decideByDefault(tool, defaults);
  return {
    // Those behind one that matches everything never have a say.
    findRule: createShortlist(first === -1 ? applying : applying.slice(0, first)),
    otherwise: applying[first]?.decide ?? (() => byDefault),
    isRisky: writesToOpenWorld(tool.resolution),
  };
}
