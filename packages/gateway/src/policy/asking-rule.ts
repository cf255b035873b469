import { createHash } from 'node:crypto';
import { isJsonObject } from '@toolmark/annotations';
import type { AskTerms, CallDecision } from '@toolmark/api-contract';
import type { PolicyRule } from '@toolmark/config';

/**
 * Which calls a rule is about and what it decides, whatever it is called and whatever order that is written in. A name can move to
 * another rule, `rule 1` does so whenever one is put before it; what a person said to one rule is no answer to another.
 */
export function toRuleDigest({ name: _name, reason: _reason, ...content }: PolicyRule): string {
  return createHash('sha256').update(JSON.stringify(content, sortKeys)).digest('base64url');
}

/** What a decision to ask takes along from the rule of the config that made it. */
export interface AskingRule {
  /** `null` where the rule that decided is built in, and its name says everything. */
  readonly digest: string | null;
  /** How it wants to be answered, where it says so. */
  readonly ask: Partial<AskTerms> | undefined;
}

const NO_RULE: AskingRule = Object.freeze({ digest: null, ask: undefined });

export const askingRuleOf = (decision: CallDecision): AskingRule => askingRules.get(decision) ?? NO_RULE;

/** The rule that a decision comes from, as its digest; `null` where it is built in. */
export const ruleDigestOf = (decision: CallDecision): string | null => askingRuleOf(decision).digest;

/** How the question of a decision may be answered: as its rule says, else as the policy says for all. */
export function termsOf(decision: CallDecision, { routes, presence }: AskTerms): AskTerms {
  return { routes, presence, ...askingRuleOf(decision).ask };
}

/** Marks a decision as one of a rule. */
export function ofRule(decision: CallDecision, rule: AskingRule): CallDecision {
  if (rule.digest !== null || rule.ask !== undefined) askingRules.set(decision, rule);
  return decision;
}

/**
 * Beside the decision and not in it: a decision is recorded and shown, this is of use only while the call is under way, and a config
 * that is read meanwhile must not give it another.
 */
const askingRules = new WeakMap<CallDecision, AskingRule>();

function sortKeys(_key: string, value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
