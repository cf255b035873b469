import type { StatsQuery } from '../store.ts';
import { HOUR_MS } from './key-range.ts';

/** A time cut into slices of equal length, in hours since 1970. */
export interface Grid {
  readonly first: number;
  /** Where the last slice ends. */
  readonly end: number;
  /** Of a slice. */
  readonly length: number;
  readonly count: number;
}

/**
 * Whole hours, since those are what was added up. The slices are as long as what is asked for, cut into so many, needs, and the last
 * one ends with the hour in which it ends. A beginning within an hour may then lie before the first of them: it gets a slice of its
 * own where there may be one more, and else less than an hour is left out. To double all slices for its sake would be worse: the last
 * 24 hours are 24 slices at any minute. A single slice is simply as long as it takes.
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
