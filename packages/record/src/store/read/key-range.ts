import { seqAt, timeOfSeq } from '../../sequence.ts';
import type { CallFilter } from '../store.ts';

/** Keys in a half-open range. */
export interface KeyRange {
  readonly from: number;
  readonly below: number;
}

export const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The last midnight that a key can encode, in 2109. */
const END_MS = Math.floor(timeOfSeq(Number.MAX_SAFE_INTEGER) / DAY_MS) * DAY_MS;

export const ALL_KEYS: KeyRange = { from: 0, below: seqAt(END_MS) };

/** Converts a filter's times to keys. */
export function rangeOf({ from, to }: Pick<CallFilter, 'from' | 'to'>): KeyRange {
  return overlap(ALL_KEYS, {
    from: from === undefined ? ALL_KEYS.from : seqAt(from),
    below: to === undefined ? ALL_KEYS.below : seqAt(to),
  });
}

/** Converts a key range to hours since 1970, end excluded. */
export function rangeOfHours(from: number, until: number): KeyRange {
  return { from: seqAt(from * HOUR_MS), below: seqAt(until * HOUR_MS) };
}

export function overlap(a: KeyRange, b: KeyRange): KeyRange {
  return { from: Math.max(a.from, b.from), below: Math.min(a.below, b.below) };
}

export const isEmpty = ({ from, below }: KeyRange): boolean => from >= below;
