import type { DecisionKind, FindingCounts, Standing, StandingHold, ToolCuration } from '@toolmark/api-contract';
import type { Component } from 'vue';
import { plural } from '../format/number.ts';
import { claimWords } from '../reviews/labels.ts';
import { IconApprovals, IconCheck, IconDeny, IconHeld } from '../ui/icons.ts';

export interface DecisionWords {
  readonly icon: Component;
  readonly word: string;
  readonly means: string;
}

export const DECISIONS: readonly DecisionKind[] = ['allow', 'ask', 'deny', 'hold'];

/** The policy's decision for a tool, without regard to arguments. */
export const DECISION_WORDS: Readonly<Record<DecisionKind, DecisionWords>> = {
  allow: { icon: IconCheck, word: 'Allow', means: 'Calls run without asking.' },
  ask: { icon: IconApprovals, word: 'Ask', means: 'A person is asked before each call.' },
  deny: { icon: IconDeny, word: 'Deny', means: 'Every call is refused.' },
  hold: { icon: IconHeld, word: 'Hold', means: 'Cannot be called until a person reviews it.' },
};

export const STANDINGS: readonly Standing['state'][] = ['ok', 'changed', 'unreviewed', 'held'];

export const STANDING_WORDS: Readonly<Record<Standing['state'], string>> = {
  ok: 'Unchanged',
  changed: 'Changed',
  unreviewed: 'Unreviewed',
  held: 'Held',
};

/** Why a tool is held, in a few words; the reason has the details. */
export const HOLD_WORDS: Readonly<Record<StandingHold['kind'], string>> = {
  relaxed: 'Its hints were loosened',
  changed: 'Its definition changed',
  new: 'It is a new tool of a strict server',
  check: 'Its definition is suspicious',
  contradicted: 'Its name or description contradicts its hints',
};

/** Explains a tool's status, sentence by sentence; empty if there is nothing to say. */
export function explainStanding({ state, holds, change, unreviewed, warnings }: Standing): readonly string[] {
  const changed = [
    ...(unreviewed.length === 0
      ? []
      : [`Its server declares it as ${claimWords(unreviewed)}. Nobody has accepted that yet.`]),
    ...(change === null ? [] : [changeSentence(change)]),
  ];
  const said = holds.map(({ reason }) => reason);
  return [...(said.length > 0 ? said : state === 'ok' ? [] : changed), ...warnings];
}

function changeSentence({ hints, prose }: NonNullable<Standing['change']>): string {
  const parts = [
    ...(hints === 'same' ? [] : [`its hints were ${hints}`]),
    ...(prose === 'same' ? [] : ['its description or schema changed']),
  ];
  return `Since it was pinned, ${parts.length === 0 ? 'nothing relevant has changed' : parts.join(' and ')}.`;
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

/**
 * Whether only the author of a server can act on a finding: it is about the wording of titles and descriptions.
 *
 * @example
 * isForAuthors({ code: 'TM505' }) // true
 */
export const isForAuthors = ({ code }: { readonly code: string }): boolean => /^TM[25]/.test(code);

export const findingTotal = ({ error, warning, note }: FindingCounts): number => error + warning + note;

/** Whether clients see another name, title or description than the server's. */
export const isReworded = ({ name, title, description }: ToolCuration): boolean =>
  name !== null || title !== null || description !== null;
