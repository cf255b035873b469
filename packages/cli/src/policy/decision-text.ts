import type { DecisionKind } from '@toolmark/api-contract';
import type { Painter } from '@toolmark/audit';

type Style = Parameters<Painter>[0];

/** The same colours everywhere. */
export const DECISION_STYLES: Readonly<Record<DecisionKind, Style>> = {
  allow: 'green',
  ask: 'cyan',
  deny: 'red',
  hold: 'yellow',
};

/** What becomes of a call, after "it". */
export const DECISION_WORDS: Readonly<Record<DecisionKind, string>> = {
  allow: 'passes',
  ask: 'waits for a person',
  deny: 'is refused',
  hold: 'is refused until somebody accepts the tool',
};
