import type { Clock } from '../base/clock.ts';
import { isAfter } from './journal/journal-reader.ts';
import type { Unsynced } from './journal/sync-file.ts';
import type { Outbox } from './outbox.ts';

/**
 * Has the journal brought to disk now and then by another thread, because this one has calls to serve. Where that thread is busy,
 * or gone, it is done from here.
 */
export interface Syncing {
  /** What to hand to the other thread; `undefined` for nothing. */
  readonly next: () => Unsynced | undefined;
  /** It has done that. */
  readonly done: (done: Omit<Unsynced, 'handle'>) => void;
  readonly close: () => void;
}

export interface SyncingDeps {
  readonly outbox: Pick<Outbox, 'unsynced' | 'sync'>;
  readonly clock: Clock;
  /** How long the other thread gets. */
  readonly withinMs: number;
}

export function createSyncing({ outbox, clock, withinMs }: SyncingDeps): Syncing {
  let asked: { readonly until: Unsynced; readonly cancel: () => void } | undefined;
  const forget = (): void => {
    asked?.cancel();
    asked = undefined;
  };
  const syncHere = (): void => {
    forget();
    void outbox.sync();
  };
  return {
    next: () => {
      if (asked !== undefined) {
        syncHere();
        return undefined;
      }
      const until = outbox.unsynced();
      if (until !== undefined) asked = { until, cancel: clock.after(withinMs, syncHere) };
      return until;
    },
    done: (done) => {
      if (asked !== undefined && !isAfter(asked.until, done)) forget();
    },
    close: forget,
  };
}
