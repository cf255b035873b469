import type { DecisionKind } from '@toolmark/api-contract';

/** From the most to the least permissive. A held call passes once a person has reviewed the tool, a denied one does not. */
const KINDS: readonly DecisionKind[] = ['allow', 'ask', 'hold', 'deny'];

export function isAtLeastAsStrict(kind: DecisionKind, other: DecisionKind): boolean {
  return KINDS.indexOf(kind) >= KINDS.indexOf(other);
}
