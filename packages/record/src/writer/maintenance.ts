import type { RetentionLimits, Store } from '../store/store.ts';
import type { Reaper } from './dead-instances.ts';
import { trimRejects } from './rejected-lines.ts';

/** Periodic work of the storing thread, under load and when idle. */
export interface Care {
  /** Sends a heartbeat when due. Rejects if the store's file is gone. */
  readonly beat: () => Promise<void>;
  /** Cleans up after dead gateways; once. */
  readonly begin: () => Promise<void>;
  /** Runs a part of the due work. `isBusy`: pauses after each part, because calls come first. */
  readonly step: (isBusy: boolean) => Promise<void>;
  /** Applies new limits at once. */
  readonly hasten: () => void;
  /** How long until work is due. */
  readonly wait: () => number;
}

export interface CareDeps {
  readonly store: Pick<Store, 'beat' | 'verify' | 'retain' | 'maintain'>;
  readonly reaper: Pick<Reaper, 'reapDead' | 'reapStale'>;
  readonly instance: string;
  readonly folder: string;
  readonly retention: () => RetentionLimits;
  /** Runs work that nothing depends on: only a disk failure counts. */
  readonly attempt: (work: () => Promise<void>) => Promise<void>;
  readonly now: () => number;
}

const BEAT_MS = 15_000;
/** How often dead gateways and expired data are looked for. */
const CARE_MS = 60_000;
/** A tenth of one processor under load. */
const REST_PER_WORK = 9;
const DAY_MS = 86_400_000;

export function createCare(deps: CareDeps): Care {
  const { store, reaper, instance, folder, retention, attempt, now } = deps;
  let nextBeat = now() + BEAT_MS;
  let nextCare = now();
  let hasBegun = false;

  /** Returns whether there is more. */
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
