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
 * Whole hours, since those are what was added up. What is asked for is widened to them at both ends, and at the beginning once more
 * so that the slices come out even.
 *
 * @example
 * gridOf({ from: Date.UTC(2026, 0, 1, 0, 30), to: Date.UTC(2026, 0, 2), buckets: 12 }) // 12 slices of 2 hours, from 00:00
 */
export function gridOf({ from, to, buckets }: Pick<StatsQuery, 'from' | 'to' | 'buckets'>): Grid {
  const begin = Math.floor(from / HOUR_MS);
  const end = Math.max(Math.ceil(to / HOUR_MS), begin + 1);
  const length = Math.ceil((end - begin) / Math.max(1, Math.floor(buckets)));
  const count = Math.ceil((end - begin) / length);
  return { first: end - count * length, end, length, count };
}
