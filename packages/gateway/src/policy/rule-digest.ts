import { createHash } from 'node:crypto';
import { isJsonObject } from '@toolmark/annotations';
import type { CallDecision } from '@toolmark/api-contract';
import type { PolicyRule } from '../config/policy-config.ts';

/**
 * Which calls a rule is about and what it decides, whatever it is called and whatever order that is written in. A name can move to
 * another rule, `rule 1` does so whenever one is put before it; what a person said to one rule is no answer to another.
 */
export function toRuleDigest({ name: _name, reason: _reason, ...content }: PolicyRule): string {
  return createHash('sha256').update(JSON.stringify(content, sortKeys)).digest('base64url');
}

/** The rule that a decision comes from, as its digest; `null` where it is built in, and its name says everything. */
export function ruleDigestOf(decision: CallDecision): string | null {
  return digests.get(decision) ?? null;
}

/** Marks a decision as one of a rule. */
export function ofRule(decision: CallDecision, digest: string | null): CallDecision {
  if (digest !== null) digests.set(decision, digest);
  return decision;
}

/**
 * Beside the decision and not in it: a decision is recorded and shown, this is of use only while the call is under way, and a config
 * that is read meanwhile must not give it another.
 */
const digests = new WeakMap<CallDecision, string>();

function sortKeys(_key: string, value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
