import type { ApprovalAnswer, CallBody, CallStatusName, DecisionKind, ToolCall } from '@toolmark/api-contract';
import type { Component } from 'vue';
import { formatBytes, plural } from '../format/number.ts';
import { visibleLine } from '../text/visible.ts';
import {
  IconAlert,
  IconApprovals,
  IconCheck,
  IconClock,
  IconDeny,
  IconHeld,
  IconMinus,
  IconStop,
} from '../ui/icons.ts';

/** The order in which the filter lists them. */
export const STATUSES: readonly CallStatusName[] = [
  'running',
  'ok',
  'error',
  'denied',
  'expired',
  'cancelled',
  'interrupted',
];

export interface StatusWords {
  readonly word: string;
  readonly means: string;
  readonly icon: Component | undefined;
}

/** How a call ended. Success is muted. */
export const CALL_STATUS_WORDS: Readonly<Record<CallStatusName, StatusWords>> = {
  running: { word: 'running', means: 'Still running.', icon: IconClock },
  ok: { word: 'ok', means: 'Succeeded.', icon: undefined },
  error: { word: 'error', means: 'The tool returned an error.', icon: IconAlert },
  denied: { word: 'denied', means: 'Refused; never sent to the server.', icon: IconDeny },
  expired: { word: 'expired', means: 'There was no answer in time; never sent to the server.', icon: IconClock },
  cancelled: { word: 'cancelled', means: 'The client cancelled the call.', icon: IconStop },
  interrupted: {
    word: 'interrupted',
    means: 'The gateway stopped while the call ran: unknown whether it took effect.',
    icon: IconAlert,
  },
};

/** The decision about a call, as a filter shows it. */
export const CALL_DECISION_WORDS: Readonly<Record<DecisionKind, string>> = {
  allow: 'Allowed',
  ask: 'Asked',
  deny: 'Denied',
  hold: 'Held',
};

export interface CallDecisionWords {
  readonly icon: Component;
  readonly word: string;
  /** More facts for a row: from the cache, retried. */
  readonly extras: readonly string[];
}

type Decided = Pick<ToolCall, 'decision' | 'status' | 'cached' | 'attempts'>;

/**
 * The decision about a call and its outcome, in a few words.
 *
 * @example
 * decisionWords(call, answer).word // 'asked, approved by ann'
 */
export function decisionWords(call: Decided, answer?: ApprovalAnswer | null): CallDecisionWords {
  const { attempts, cached } = call;
  const extras = [
    ...(cached ? ['from the cache'] : []),
    ...(attempts !== null && attempts > 1 ? [`${ordinal(attempts)} attempt`] : []),
  ];
  switch (call.decision?.kind) {
    case undefined:
      return { icon: IconMinus, word: call.status === 'running' ? 'not known yet' : 'not decided', extras };
    case 'allow':
      return { icon: IconCheck, word: 'allowed', extras };
    case 'deny':
      return { icon: IconDeny, word: 'denied', extras };
    case 'hold':
      return { icon: IconHeld, word: 'held', extras };
    case 'ask':
      return { ...askedWords(call.status, answer ?? null), extras };
  }
}

function askedWords(status: CallStatusName, answer: ApprovalAnswer | null): Pick<CallDecisionWords, 'icon' | 'word'> {
  // The page and the terminal send their own name if the person has none; that is not a person's name.
  const by = answer?.by?.startsWith('toolmark-') ? null : (answer?.by ?? null);
  const who = by === null ? '' : ` by ${visibleLine(by, 40)}`;
  if (answer?.decision === 'deny' || status === 'denied') return { icon: IconDeny, word: `asked, denied${who}` };
  if (answer?.decision === 'approve') return { icon: IconCheck, word: `asked, approved${who}` };
  if (status === 'running') return { icon: IconApprovals, word: 'asked' };
  if (status === 'expired') return { icon: IconClock, word: 'asked, no answer' };
  if (status === 'cancelled') return { icon: IconStop, word: 'asked, cancelled' };
  if (status === 'interrupted') return { icon: IconApprovals, word: 'asked' };
  return { icon: IconCheck, word: 'asked, approved' };
}

/**
 * @example
 * ordinal(22) // '22nd'
 */
export function ordinal(value: number): string {
  const teens = value % 100;
  const suffix = teens >= 11 && teens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
  return `${value}${suffix}`;
}

/**
 * How the stored body differs from the one that was sent.
 *
 * @example
 * storedNotes({ value: '', bytes: 2_097_152, is_cut: true, redactions: 1 }) // two sentences
 */
export function storedNotes({ bytes, is_cut, redactions }: CallBody): readonly string[] {
  return [
    ...(is_cut ? [`Only the beginning was stored, of ${formatBytes(bytes)}.`] : []),
    ...(redactions > 0
      ? [`${plural(redactions, 'secret')} ${redactions === 1 ? 'was' : 'were'} removed before this was stored.`]
      : []),
  ];
}

/** Why a call cannot be repeated, judged by its record; the gateway checks again. */
export function replayProblem({
  server,
  tool,
  arguments: given,
}: Pick<ToolCall, 'server' | 'tool'> & { readonly arguments: CallBody | null }): string {
  if (server === null) return `No server had a tool '${visibleLine(tool, 80)}', so it cannot be called again.`;
  if (given?.is_cut) return 'Its arguments were too long to be stored in full, so it cannot be called again.';
  if (given !== null && given.redactions > 0)
    return 'Secrets were removed from its arguments, so it cannot be called again.';
  return '';
}
