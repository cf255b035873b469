import type { Page } from '../store.ts';
import type { CallRow } from './call-rows.ts';
import { parseCursor } from './cursor.ts';
import { ALL_KEYS } from './key-range.ts';

/** Which of the calls that fit are wanted, newest first. */
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

/** A page, and one more, which tells whether there is another page. */
export function toSlice({ limit, offset, cursor }: Page): Slice {
  if (cursor === undefined) return { skip: offset, below: ALL_KEYS.below, take: limit + 1 };
  const below = parseCursor(cursor);
  // Whoever asks has looked with parseCursor. The first page again, as if it were the next one, would be worse than an error.
  if (below === undefined) throw new RangeError('This is no cursor of a list of calls.');
  return { skip: 0, below, take: limit + 1 };
}
