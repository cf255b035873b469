import type { DecisionKind } from '@toolmark/api-contract';

/** From the most to the least permissive. What is held passes once a person has looked at the tool, what is denied does not. */
const KINDS: readonly DecisionKind[] = ['allow', 'ask', 'hold', 'deny'];

export function isAtLeastAsStrict(kind: DecisionKind, other: DecisionKind): boolean {
  return KINDS.indexOf(kind) >= KINDS.indexOf(other);
}
