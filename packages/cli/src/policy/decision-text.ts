import { type DecisionKind, isReleasedByAccept } from '@toolmark/api-contract';
import { type Painter, safeText } from '@toolmark/audit';

type Style = Parameters<Painter>[0];

/** Colours of decisions, the same everywhere. */
export const DECISION_STYLES: Readonly<Record<DecisionKind, Style>> = {
  allow: 'green',
  ask: 'cyan',
  deny: 'red',
  hold: 'yellow',
};

/**
 * The effect of a decision, to follow "it".
 *
 * @example
 * decisionWords('hold', 'held') // 'is refused until somebody accepts the tool'
 */
export function decisionWords(kind: DecisionKind, rule: string): string {
  if (kind === 'allow') return 'passes';
  if (kind === 'ask') return 'waits for approval';
  if (kind === 'deny') return 'is refused';
  return isReleasedByAccept(rule)
    ? 'is refused until someone accepts the tool'
    : `is refused until someone changes '${safeText(rule)}' in the policy`;
}
