import { err, type Result } from '@toolmark/annotations';
import { type Clock, settlesWithin } from '@toolmark/base';
import type { Outbox } from './outbox.ts';

/** Hands the outbox to the journal and wakes the thread that stores it: soon, at the end of this turn, or at once and synced. */
export interface Flushing {
  /** Flushes within 50 ms. */
  readonly schedule: () => void;
  /** Flushes now, also the beginnings of reads that would wait. */
  readonly now: () => void;
  /** Resolves when the outbox survives the end of the process: after all calls that end in this turn, which share one write. */
  readonly flushed: () => Promise<void>;
  /** Resolves when the outbox is on disk and the store takes it; or with the reason why not. */
  readonly safe: () => Promise<Result<undefined, string>>;
  readonly close: () => void;
}

export interface FlushingDeps {
  readonly outbox: Pick<Outbox, 'flush' | 'sync'>;
  /** Puts beginnings of reads into the outbox: those until this time. Returns whether later ones are left. */
  readonly calls: { readonly writeDeferred: (until?: number) => boolean };
  readonly writer: { readonly wake: () => void; readonly opened: Promise<void> };
  /** Why nothing is stored at the moment. */
  readonly problem: () => string | undefined;
  readonly file: string;
  readonly clock: Clock;
}

const TICK_MS = 50;
/** A read that began later than this before a tick waits for the next one: nearly all reads are over by then. */
const DEFER_MS = 25;
/** A disk that takes longer counts as broken: the caller is told, and nothing has left. */
const SAFE_MS = 10_000;

export function createFlushing({ outbox, calls, writer, problem, file, clock }: FlushingDeps): Flushing {
  let cancelTick: (() => void) | undefined;
  let flushing: Promise<void> | undefined;
  let isClosed = false;

  const tick = (until?: number): void => {
    cancelTick?.();
    cancelTick = undefined;
    const areLeft = calls.writeDeferred(until);
    const isTaken = outbox.flush().ok;
    // Its failure is reported by the next call that has to be safe.
    void outbox.sync();
    writer.wake();
    if (areLeft || !isTaken) schedule();
  };
  const schedule = (): void => {
    if (!isClosed) cancelTick ??= clock.after(TICK_MS, () => tick(clock.now() - DEFER_MS));
  };
  return {
    schedule,
    now: () => tick(),
    flushed: () => {
      flushing ??= new Promise((resolve) => {
        process.nextTick(() => {
          flushing = undefined;
          outbox.flush();
          resolve();
        });
      });
      return flushing;
    },
    safe: async () => {
      const taken = outbox.flush();
      if (!taken.ok) return taken;
      writer.wake();
      const work = Promise.all([writer.opened, outbox.sync()]);
      if (!(await settlesWithin(work, SAFE_MS, clock)))
        return err(`${file} could not be written within ${SAFE_MS / 1_000} s.`);
      const [, synced] = await work;
      const reason = problem();
      return reason === undefined ? synced : err(reason);
    },
    close: () => {
      isClosed = true;
      cancelTick?.();
    },
  };
}
