import { err, type Result } from '@toolmark/annotations';
import { type Clock, settlesWithin } from '../base/clock.ts';
import type { Outbox } from './outbox.ts';

/** Two ways to be sure of what was written. */
export interface Flushing {
  /** Survives the end of the process, after everything that is due in this turn: calls that end together are written together. */
  readonly flushed: () => Promise<void>;
  /** Is on disk, and the store is there to take it; or why not. */
  readonly safe: () => Promise<Result<undefined, string>>;
}

export interface FlushingDeps {
  readonly flush: Outbox['flush'];
  readonly sync: Outbox['sync'];
  readonly writer: { readonly wake: () => void; readonly opened: Promise<void> };
  /** Why nothing is stored at the moment. */
  readonly problem: () => string | undefined;
  readonly file: string;
  readonly clock: Clock;
}

/** A disk that takes longer is taken for broken: whoever calls is told, and nothing has left. */
const SAFE_MS = 10_000;

export function createFlushing({ flush, sync, writer, problem, file, clock }: FlushingDeps): Flushing {
  let flushing: Promise<void> | undefined;
  return {
    flushed: () => {
      flushing ??= new Promise((resolve) => {
        process.nextTick(() => {
          flushing = undefined;
          flush();
          resolve();
        });
      });
      return flushing;
    },
    safe: async () => {
      const taken = flush();
      if (!taken.ok) return taken;
      writer.wake();
      const work = Promise.all([writer.opened, sync()]);
      if (!(await settlesWithin(work, SAFE_MS, clock)))
        return err(`${file} could not be written within ${SAFE_MS / 1_000} s.`);
      const [, synced] = await work;
      const reason = problem();
      return reason === undefined ? synced : err(reason);
    },
  };
}
