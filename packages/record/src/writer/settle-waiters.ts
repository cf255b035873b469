import { isAfter } from '../journal/journal-reader.ts';
import type { JournalPosition } from '../store/store.ts';

/** Resolves waiters once everything recorded before is stored and counted. Later entries do not delay them. */
export interface SettleWaiters {
  readonly add: (id: number, until: JournalPosition | undefined) => void;
  /**
   * Everything up to this position is stored. `isAll`: there is no more at the moment; `newest`: the highest ended key.
   */
  readonly stored: (at: JournalPosition, isAll: boolean, newest: number) => void;
  /** Whether anyone waits for storing. */
  readonly isStoring: () => boolean;
  /** Whether anyone waits. */
  readonly isWaiting: () => boolean;
  /** Removes and returns the finished waiters. */
  readonly take: (isCounted: (until: number) => boolean) => readonly number[];
  readonly takeAll: () => readonly number[];
}

export function createSettleWaiters(): SettleWaiters {
  let waiting: readonly Waiting[] = [];
  return {
    add: (id, until) => {
      waiting = [...waiting, { id, until, newest: undefined }];
    },
    stored: (at, isAll, newest) => {
      waiting = waiting.map((each) => {
        const isThere = each.until === undefined || !isAfter(each.until, at);
        return each.newest === undefined && (isAll || isThere) ? { ...each, newest } : each;
      });
    },
    isStoring: () => waiting.some(({ newest }) => newest === undefined),
    isWaiting: () => waiting.length > 0,
    take: (isCounted) => {
      const done = waiting.filter(({ newest }) => newest !== undefined && isCounted(newest));
      waiting = waiting.filter((each) => !done.includes(each));
      return done.map(({ id }) => id);
    },
    takeAll: () => {
      const all = waiting.map(({ id }) => id);
      waiting = [];
      return all;
    },
  };
}

interface Waiting {
  readonly id: number;
  /** `undefined` without a journal. */
  readonly until: JournalPosition | undefined;
  /** Once stored: the key up to which calls must be counted. */
  readonly newest: number | undefined;
}
