import type { CallDecision, DecisionKind } from '@toolmark/api-contract';
import type { JsonPath, PolicyRule } from '@toolmark/config';
import type { PolicyCall } from '../model/policy-call.ts';
import { ofRule, toRuleDigest } from './asking-rule.ts';
import { type Gate, gateOf } from './gate.ts';
import { createMatcher, type Matcher } from './match/matcher.ts';
import { toSentence } from './match/words.ts';

export interface CompiledRule {
  readonly name: string;
  readonly matcher: Matcher;
  readonly gate: Gate | undefined;
  /** The decision about a call that it matches. */
  readonly decide: (call: PolicyCall) => CallDecision;
}

export function compileRule(rule: PolicyRule, pathOf: (path: string) => JsonPath): CompiledRule {
  const { name, decision: kind, reason } = rule;
  const matcher = createMatcher(rule, kind === 'allow' ? 'lenient' : 'strict', pathOf);
  // Only questions have answers, which the digest binds to this rule.
  const askingRule = { digest: kind === 'ask' ? toRuleDigest(rule) : null, ask: rule.ask };
  const toDecision = (because: string): CallDecision =>
    ofRule({ kind, rule: name, reason: toSentence(because) }, askingRule);
  const given = reason === undefined ? undefined : Object.freeze(toDecision(reason));
  return {
    name,
    matcher,
    gate: gateOf(rule, pathOf),
    decide: (call) => given ?? toDecision(reasonFor(kind, matcher.because(call))),
  };
}

function reasonFor(kind: DecisionKind, because: string | undefined): string {
  return because === undefined ? `${DOES[kind]}, like every call` : `${DOES[kind]}: ${because}`;
}

const DOES: Readonly<Record<DecisionKind, string>> = {
  allow: 'a rule lets it pass',
  ask: 'a rule wants a person to be asked',
  deny: 'a rule forbids it',
  hold: 'a rule holds it',
};
