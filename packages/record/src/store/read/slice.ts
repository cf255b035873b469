import type { Page } from '../store.ts';
import type { CallRow } from './call-rows.ts';
import { parseCursor } from './cursor.ts';
import { ALL_KEYS } from './key-range.ts';

/** Which of the matching calls are wanted, newest first. */
export interface Slice {
  readonly skip: number;
  /** Only calls with keys below this one. */
  readonly below: number;
  readonly take: number;
}

export interface FoundCalls {
  /** Newest first. */
  readonly rows: readonly CallRow[];
  readonly total: number;
  readonly isExact: boolean;
}

/** A page, and one more to detect a next page. */
export function toSlice({ limit, offset, cursor }: Page): Slice {
  if (cursor === undefined) return { skip: offset, below: ALL_KEYS.below, take: limit + 1 };
  const below = parseCursor(cursor);
  // Callers validate with parseCursor. Repeating the first page as the next one would be worse than an error.
  if (below === undefined) throw new RangeError('This is not a cursor of a list of calls.');
  return { skip: 0, below, take: limit + 1 };
}
