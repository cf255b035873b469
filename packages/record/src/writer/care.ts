import type { RetentionLimits, Store } from '../store/store.ts';
import type { Reaper } from './reaper.ts';
import { trimRejects } from './rejects.ts';

/** What is to be done now and then, whether there is much to store or nothing. */
export interface Care {
  /** Says that this gateway lives, when it is time to. Rejects where the store is not found any more where it was. */
  readonly beat: () => Promise<void>;
  /** Looks after gateways that were cut off; only once. */
  readonly begin: () => Promise<void>;
  /** A piece of what is due. `isBusy`: others want to be served, so it rests after each. */
  readonly step: (isBusy: boolean) => Promise<void>;
  /** The limits have changed: what exceeds them is due now. */
  readonly hasten: () => void;
  /** How long until something is due. */
  readonly wait: () => number;
}

export interface CareDeps {
  readonly store: Pick<Store, 'beat' | 'verify' | 'retain' | 'maintain'>;
  readonly reaper: Pick<Reaper, 'reapDead' | 'reapStale'>;
  readonly instance: string;
  readonly folder: string;
  readonly retention: () => RetentionLimits;
  /** Runs what others do not depend on: only where the disk is at fault is its failure one. */
  readonly attempt: (work: () => Promise<void>) => Promise<void>;
  readonly now: () => number;
}

const BEAT_MS = 15_000;
/** How often the dead are looked for, and what is too old. */
const CARE_MS = 60_000;
/** A tenth of one processor while there is something else to do. */
const REST_PER_WORK = 9;
const DAY_MS = 86_400_000;

export function createCare(deps: CareDeps): Care {
  const { store, reaper, instance, folder, retention, attempt, now } = deps;
  let nextBeat = now() + BEAT_MS;
  let nextCare = now();
  let hasBegun = false;

  /** Says whether there is more. */
  const retain = async (): Promise<boolean> => {
    let hasMore = false;
    await attempt(async () => {
      ({ hasMore } = await store.retain(retention(), now()));
    });
    return hasMore;
  };
  return {
    beat: async () => {
      if (now() < nextBeat) return;
      nextBeat = now() + BEAT_MS;
      await store.verify();
      await store.beat(instance, now());
    },
    begin: async () => {
      if (hasBegun) return;
      hasBegun = true;
      await attempt(reaper.reapDead);
    },
    step: async (isBusy) => {
      if (now() < nextCare) return;
      const began = now();
      if (await retain()) {
        nextCare = isBusy ? now() + (now() - began) * REST_PER_WORK : now();
        return;
      }
      nextCare = now() + CARE_MS;
      await attempt(reaper.reapStale);
      await attempt(async () => trimRejects(folder, now() - retention().days * DAY_MS));
      await attempt(store.maintain);
    },
    hasten: () => {
      nextCare = now();
    },
    wait: () => Math.max(0, Math.min(nextBeat, nextCare) - now()),
  };
}
