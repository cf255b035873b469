import type { Stats } from '@toolmark/api-contract';
import type { RouteLocationRaw } from 'vue-router';
import { callsRoute } from '../../calls/call-filter.ts';
import { formatExact, formatShort, plural } from '../../format/number.ts';

/** The number of approval requests, and how many were approved. */
export interface Asked {
  readonly asked: number;
  readonly approved: number;
  /** Those that are still waiting. */
  readonly waiting: number;
}

export interface KeyNumber {
  readonly label: string;
  readonly value: string;
  /** The exact number, in words. */
  readonly exact: string;
  /** A second line with details. */
  readonly tells: string;
  /** The page with the details. */
  readonly to: RouteLocationRaw;
  /** The number per hour, if known. */
  readonly course?: readonly number[];
}

/**
 * The four numbers of the last 24 hours. Each links to a page that shows exactly the counted calls.
 *
 * @example
 * keyNumbersOf(stats, { asked: 3, approved: 2, waiting: 0 }).map(({ value }) => value) // ['412', '7', '3 → 2', '12.4k']
 */
export function keyNumbersOf(stats: Stats, questions: Asked | undefined): readonly KeyNumber[] {
  const { from, calls, errors, by_class, input_tokens, output_tokens, total_tokens, timeline } = stats;
  const { asked = 0, approved = 0 } = questions ?? {};
  return [
    {
      label: 'Calls',
      value: formatShort(calls),
      exact: plural(calls, 'call'),
      tells: errors === 0 ? 'none failed' : `${formatShort(errors)} failed`,
      to: callsRoute({ from }),
      course: timeline.map((slice) => slice.calls),
    },
    {
      label: 'Destructive',
      value: formatShort(by_class.destructive),
      exact: plural(by_class.destructive, 'destructive call'),
      tells: calls === 0 ? 'of no calls' : `of ${plural(calls, 'call')}`,
      to: callsRoute({ class: ['destructive'], from }),
      course: timeline.map((slice) => slice.by_class.destructive),
    },
    {
      label: 'Asked → approved',
      value: questions === undefined ? '–' : `${formatShort(asked)} → ${formatShort(approved)}`,
      exact: `${plural(asked, 'approval request')}, ${formatExact(approved)} approved`,
      tells: unapprovedText(questions),
      to: { name: 'approvals' },
    },
    {
      label: 'Tokens',
      value: formatShort(total_tokens),
      exact: plural(total_tokens, 'token'),
      tells: `${formatShort(input_tokens)} in, ${formatShort(output_tokens)} out`,
      to: { name: 'sessions', query: { from: '24h' } },
      course: timeline.map((slice) => slice.total_tokens),
    },
  ];
}

/**
 * How much was decided without a person, and how much was not.
 *
 * @example
 * askedWords({ calls: 6_430 }, { asked: 9, approved: 9, waiting: 0 }) // '6,421 calls you were not asked about, 9 you were'
 */
export function askedWords({ calls }: Pick<Stats, 'calls'>, { asked }: Asked): string {
  const others = plural(Math.max(0, calls - asked), 'call');
  return `${others} you were not asked about, ${asked === 0 ? 'none' : formatExact(asked)} you were`;
}

function unapprovedText(questions: Asked | undefined): string {
  if (questions === undefined) return '';
  const { asked, approved, waiting } = questions;
  if (waiting > 0) return `${formatShort(waiting)} waiting`;
  if (asked === 0) return 'none asked';
  return asked === approved ? 'all approved' : `${formatShort(asked - approved)} not approved`;
}
