import type { RetentionLimits, Store } from '../store/store.ts';
import type { DeadInstanceCleanup } from './dead-instances.ts';
import { removeOldRejectedLines } from './rejected-lines.ts';

/** Periodic work of the storing thread, under load and when idle. */
export interface Maintenance {
  /** Sends a heartbeat when due. RejectedLines if the store's file is gone. */
  readonly beat: () => Promise<void>;
  /** Cleans up after dead gateways; once. */
  readonly begin: () => Promise<void>;
  /** Runs a part of the due work. `isBusy`: pauses after each part, because calls come first. */
  readonly step: (isBusy: boolean) => Promise<void>;
  /** Applies new limits at once. */
  readonly runSoon: () => void;
  /** How long until work is due. */
  readonly wait: () => number;
}

export interface MaintenanceDeps {
  readonly store: Pick<Store, 'beat' | 'verify' | 'retain' | 'maintain'>;
  readonly cleanup: Pick<DeadInstanceCleanup, 'cleanUpDead' | 'cleanUpStale'>;
  readonly instance: string;
  readonly folder: string;
  readonly retention: () => RetentionLimits;
  /** Runs work that nothing depends on: only a disk failure counts. */
  readonly attempt: (work: () => Promise<void>) => Promise<void>;
  readonly now: () => number;
}

const HEARTBEAT_MS = 15_000;
/** How often dead gateways and expired data are looked for. */
const CHECK_MS = 60_000;
/** A tenth of one processor under load. */
const REST_PER_WORK = 9;
const DAY_MS = 86_400_000;

export function createMaintenance(deps: MaintenanceDeps): Maintenance {
  const { store, cleanup, instance, folder, retention, attempt, now } = deps;
  let nextHeartbeat = now() + HEARTBEAT_MS;
  let nextCheck = now();
  let hasPartlySent = false;

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
      if (now() < nextHeartbeat) return;
      nextHeartbeat = now() + HEARTBEAT_MS;
      await store.verify();
      await store.beat(instance, now());
    },
    begin: async () => {
      if (hasPartlySent) return;
      hasPartlySent = true;
      await attempt(cleanup.cleanUpDead);
    },
    step: async (isBusy) => {
      if (now() < nextCheck) return;
      const began = now();
      if (await retain()) {
        nextCheck = isBusy ? now() + (now() - began) * REST_PER_WORK : now();
        return;
      }
      nextCheck = now() + CHECK_MS;
      await attempt(cleanup.cleanUpStale);
      await attempt(async () => removeOldRejectedLines(folder, now() - retention().days * DAY_MS));
      await attempt(store.maintain);
    },
    runSoon: () => {
      nextCheck = now();
    },
    wait: () => Math.max(0, Math.min(nextHeartbeat, nextCheck) - now()),
  };
}
