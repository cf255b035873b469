import type { DecisionKind, FindingCounts, Standing, StandingHold, ToolCuration } from '@toolmark/api-contract';
import type { Component } from 'vue';
import { plural } from '../format/number.ts';
import { claimWords } from '../reviews/words.ts';
import { IconApprovals, IconCheck, IconDeny, IconHeld } from '../ui/icons.ts';

export interface DecisionWords {
  readonly icon: Component;
  readonly word: string;
  readonly means: string;
}

export const DECISIONS: readonly DecisionKind[] = ['allow', 'ask', 'deny', 'hold'];

/** What becomes of a plain call. */
export const DECISION_WORDS: Readonly<Record<DecisionKind, DecisionWords>> = {
  allow: { icon: IconCheck, word: 'Allowed', means: 'A call passes without a question.' },
  ask: { icon: IconApprovals, word: 'Asks first', means: 'A person is asked before each call.' },
  deny: { icon: IconDeny, word: 'Denied', means: 'Every call is refused.' },
  hold: { icon: IconHeld, word: 'Held', means: 'Nobody can call it until a person has looked at it.' },
};

export const STANDINGS: readonly Standing['state'][] = ['ok', 'changed', 'unreviewed', 'held'];

export const STANDING_WORDS: Readonly<Record<Standing['state'], string>> = {
  ok: 'As it was',
  changed: 'Changed',
  unreviewed: 'Unreviewed',
  held: 'Held',
};

/** Why a tool is held, in a few words; the reason says more. */
export const HOLD_WORDS: Readonly<Record<StandingHold['kind'], string>> = {
  relaxed: 'Its hints are laxer than they were',
  changed: 'It is not what it was',
  new: 'It is a new tool of a strict server',
  check: 'Something in it does not look right',
  contradicted: 'Its own words speak against its hints',
};

/** Everything a person should know of where a tool stands, sentence by sentence; nothing where all is well. */
export function explainStanding({ state, holds, change, unreviewed, warnings }: Standing): readonly string[] {
  const changed = [
    ...(unreviewed.length === 0
      ? []
      : [`Its server claims that it is ${claimWords(unreviewed)}. Nobody has accepted that yet.`]),
    ...(change === null ? [] : [changeSentence(change)]),
  ];
  const said = holds.map(({ reason }) => reason);
  return [...(said.length > 0 ? said : state === 'ok' ? [] : changed), ...warnings];
}

function changeSentence({ hints, prose }: NonNullable<Standing['change']>): string {
  const parts = [
    ...(hints === 'same' ? [] : [`its hints were ${hints}`]),
    ...(prose === 'same' ? [] : ['its words or its schema changed']),
  ];
  return `Since it was pinned ${parts.length === 0 ? 'nothing that counts has changed' : parts.join(' and ')}.`;
}

export const SEVERITIES = ['error', 'warning', 'note'] as const;

export type Severity = (typeof SEVERITIES)[number];

/**
 * @example
 * explainFindings({ error: 1, warning: 0, note: 2 }) // '1 error, 2 notes'
 */
export function explainFindings(counts: FindingCounts): string {
  return SEVERITIES.filter((one) => counts[one] > 0)
    .map((one) => plural(counts[one], one))
    .join(', ');
}

export const findingTotal = ({ error, warning, note }: FindingCounts): number => error + warning + note;

/** Whether a tool is offered in other words than its server's. */
export const isReworded = ({ name, title, description }: ToolCuration): boolean =>
  name !== null || title !== null || description !== null;
