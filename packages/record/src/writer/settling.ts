import { isAfter } from '../journal/journal-reader.ts';
import type { JournalPosition } from '../store/store.ts';

/** Those who wait until what was recorded before they asked is stored and counted. What comes after does not keep them. */
export interface Settling {
  readonly add: (id: number, until: JournalPosition | undefined) => void;
  /** Everything up to there is stored. `isAll`: and there is no more at the moment; `newest`: the highest key of what ended. */
  readonly stored: (at: JournalPosition, isAll: boolean, newest: number) => void;
  /** Whether anybody waits for something to be stored. */
  readonly isStoring: () => boolean;
  /** Whether anybody waits at all. */
  readonly isWaiting: () => boolean;
  /** Takes those out for whom all is done. */
  readonly take: (isCounted: (until: number) => boolean) => readonly number[];
  readonly takeAll: () => readonly number[];
}

export function createSettling(): Settling {
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
  /** `undefined` where there was no journal. */
  readonly until: JournalPosition | undefined;
  /** Once all of it is stored: up to which key it must be counted. */
  readonly newest: number | undefined;
}
