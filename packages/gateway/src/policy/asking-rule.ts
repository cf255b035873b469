import { createHash } from 'node:crypto';
import { isJsonObject } from '@toolmark/annotations';
import type { AskTerms, CallDecision } from '@toolmark/api-contract';
import type { PolicyRule } from '@toolmark/config';

/**
 * A digest of the conditions and the decision of a rule, independent of its name and the order of its members. Names are not stable:
 * `rule 1` becomes another rule when one is inserted before it, and an answer to one rule must not count for another.
 */
export function toRuleDigest({ name: _name, reason: _reason, ...content }: PolicyRule): string {
  return createHash('sha256').update(JSON.stringify(content, sortKeys)).digest('base64url');
}

/** The part of a config rule that a decision to ask needs until it is answered. */
export interface AskingRule {
  /** `null` for a built-in rule, which its name identifies. */
  readonly digest: string | null;
  /** The rule's own terms for answers, if it has any. */
  readonly ask: Partial<AskTerms> | undefined;
}

const NO_RULE: AskingRule = Object.freeze({ digest: null, ask: undefined });

const ASKING_RULE: unique symbol = Symbol('asking rule');

/** A decision that carries its rule in a member that is not enumerable, so that it is neither recorded nor shown. */
interface DecisionOfRule extends CallDecision {
  readonly [ASKING_RULE]?: AskingRule;
}

export const askingRuleOf = (decision: DecisionOfRule): AskingRule => decision[ASKING_RULE] ?? NO_RULE;

/** The digest of the rule that made a decision; `null` for a built-in rule. */
export const ruleDigestOf = (decision: CallDecision): string | null => askingRuleOf(decision).digest;

/** The terms for answers to a decision's question: those of its rule, else those of the policy. */
export function termsOf(decision: CallDecision, { routes, presence }: AskTerms): AskTerms {
  return { routes, presence, ...askingRuleOf(decision).ask };
}

/** A copy of the decision that carries this rule. */
export function ofRule(decision: CallDecision, rule: AskingRule): CallDecision {
  if (rule.digest === null && rule.ask === undefined) return decision;
  return Object.defineProperty({ ...decision }, ASKING_RULE, { value: rule });
}

function sortKeys(_key: string, value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
