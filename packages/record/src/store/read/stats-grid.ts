import type { StatsQuery } from '../store.ts';
import { HOUR_MS } from './key-range.ts';

/** A time range cut into equal slices, in hours since 1970. */
export interface Grid {
  readonly first: number;
  /** The end of the last slice. */
  readonly end: number;
  /** The length of a slice. */
  readonly length: number;
  readonly count: number;
}

/**
 * Uses whole hours, because totals are stored per hour. The last slice ends with the range's last hour. If the range
 * starts within an hour, that part gets an additional slice if one is left, and is omitted otherwise: doubling all
 * slices for it would be worse, since the last 24 hours should be 24 slices at any minute. A single slice is as long as
 * the range.
 *
 * @example
 * gridOf({ from: Date.UTC(2026, 0, 1, 0, 30), to: Date.UTC(2026, 0, 2), buckets: 12 }) // 12 slices of 2 hours, from 00:00
 */
export function gridOf({ from, to, buckets }: Pick<StatsQuery, 'from' | 'to' | 'buckets'>): Grid {
  const most = Math.max(1, Math.floor(buckets));
  const begin = Math.floor(from / HOUR_MS);
  const end = Math.max(Math.ceil(to / HOUR_MS), begin + 1);
  const hours = most === 1 ? end - begin : Math.max(1, Math.ceil((to - from) / HOUR_MS));
  const length = Math.ceil(hours / most);
  const least = Math.ceil(hours / length);
  const count = (end - least * length) * HOUR_MS > from && least < most ? least + 1 : least;
  return { first: end - count * length, end, length, count };
}
