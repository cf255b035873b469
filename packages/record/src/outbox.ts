import { err, ok, type Result } from '@toolmark/annotations';
import { type Clock, type Log, settlesWithin } from '@toolmark/base';
import type { Begin, EndEntry, Entry } from './entry.ts';
import { createJournal, distance, type Journal } from './journal/journal.ts';
import { createLines } from './journal/to-line.ts';
import { toRecordProblem } from './problem.ts';
import type { JournalPosition } from './store/store.ts';

/** Entries on their way to the journal, kept in memory while the disk fails. */
export interface Outbox {
  readonly add: (entry: Entry | Begin) => void;
  /** A call that finished before its begin was flushed. */
  readonly addCall: (begin: Begin, end: EndEntry) => void;
  /** Writes everything to the file, or returns why not; entries are then kept for a retry, up to the limit. */
  readonly flush: () => Result<undefined, string>;
  /** Syncs written entries to disk. */
  readonly sync: () => Promise<Result<undefined, string>>;
  /** Why nothing is accepted at the moment, and since when. */
  readonly problem: () => { readonly sentence: string; readonly since: number } | undefined;
  /** Calls that were dropped for good. */
  readonly lost: () => number;
  readonly lose: (count: number) => void;
  /** Everything in the journal up to this position is stored. */
  readonly stored: (until: JournalPosition) => void;
  readonly close: () => void;
}

export interface OutboxOptions {
  readonly folder: string;
  readonly instance: string;
  /** The database file, for messages. */
  readonly file: string;
  /** Pending entries were dropped, so listeners may get events again. */
  readonly onDropped: () => void;
  readonly now: () => number;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly maxWaiting?: number;
  readonly maxBehind?: number;
}

/** The most pending characters while the disk fails. */
const MAX_WAITING = 16 * 1024 * 1024;
/** The most journal bytes that may wait for the database. */
const MAX_BEHIND = 256 * 1024 * 1024;
/** The retry interval for a failing disk: every attempt delays read calls. */
const RETRY_MS = 1_000;

export function createOutbox(options: OutboxOptions): Outbox {
  const { folder, instance, file, onDropped, now, log } = options;
  const { maxWaiting = MAX_WAITING, maxBehind = MAX_BEHIND } = options;
  const lines = createLines();
  let journal: Journal | undefined;
  let storedUntil: JournalPosition = { file: 0, offset: 0 };
  /** Older lines that the disk refused; newer ones are in `lines`. */
  let waiting = '';
  let calls = 0;
  let lost = 0;
  let problem: { readonly sentence: string; readonly since: number } | undefined;
  let retryAt = 0;
  let isClosed = false;

  const fail = (sentence: string): Result<never, string> => {
    retryAt = now() + RETRY_MS;
    if (problem?.sentence !== sentence) {
      log.error(
        { problem: sentence },
        'calls cannot be recorded; those that may change something are refused until recording works again',
      );
      problem = { sentence, since: problem?.since ?? now() };
    }
    return err(sentence);
  };
  const recover = (): void => {
    if (problem === undefined) return;
    problem = undefined;
    log.warn({}, 'calls are recorded again');
  };
  const length = (): number => waiting.length + lines.length();
  const empty = (): void => {
    waiting = '';
    lines.take();
    calls = 0;
  };
  const drop = (): void => {
    if (calls > 0) log.error({ calls }, 'calls were not recorded: the buffer is full');
    lost += calls;
    empty();
    onDropped();
  };
  const toProblem = (error: unknown): string => toRecordProblem(error, folder);

  return {
    add: (entry) => {
      if (isClosed) return;
      lines.add(entry);
      if (entry.kind === 'begin') calls += 1;
    },
    addCall: (begin, end) => {
      if (isClosed) return;
      lines.addCall(begin, end);
      calls += 1;
    },
    flush: () => {
      if (isClosed) return err('The gateway is stopping.');
      if (problem !== undefined && now() < retryAt) {
        if (length() > maxWaiting) drop();
        return err(problem.sentence);
      }
      if (length() === 0 && problem === undefined) return ok(undefined);
      try {
        journal ??= createJournal(folder, instance);
        if (distance(storedUntil, journal.position()) > maxBehind) {
          drop();
          return fail(`${file} is too far behind: the journal has reached its limit.`);
        }
        waiting += lines.take();
        journal.append(waiting);
      } catch (error) {
        if (length() > maxWaiting) drop();
        return fail(toProblem(error));
      }
      empty();
      recover();
      return ok(undefined);
    },
    sync: async () => {
      try {
        await journal?.sync();
        return ok(undefined);
      } catch (error) {
        return err(toProblem(error));
      }
    },
    problem: () => problem,
    lost: () => lost,
    lose: (count) => {
      lost += count;
    },
    stored: (until) => {
      storedUntil = until;
    },
    close: () => {
      isClosed = true;
      journal?.close();
    },
  };
}

/**
 * Flushes the outbox to the journal and wakes the storing thread: soon, at the end of this turn, or at once with a
 * sync.
 */
export interface Flushing {
  /** Flushes within 50 ms. */
  readonly schedule: () => void;
  /** Flushes now, including the delayed begins of reads. */
  readonly now: () => void;
  /** Resolves when the outbox is written: after all calls that end in this turn, which share one write. */
  readonly flushed: () => Promise<void>;
  /** Resolves when the outbox is on disk and the store works; or with the reason why not. */
  readonly safe: () => Promise<Result<undefined, string>>;
  readonly close: () => void;
}

export interface FlushingDeps {
  readonly outbox: Pick<Outbox, 'flush' | 'sync'>;
  /** Moves delayed begins of reads up to this time into the outbox. Returns whether later ones are left. */
  readonly calls: { readonly writeDeferred: (until?: number) => boolean };
  readonly writer: { readonly wake: () => void; readonly opened: Promise<void> };
  /** Why nothing is stored at the moment. */
  readonly problem: () => string | undefined;
  readonly file: string;
  readonly clock: Clock;
}

const TICK_MS = 50;
/** A read that began later than this before a tick waits for the next one: by then nearly all reads have ended. */
const DEFER_MS = 25;
/** After this time the disk counts as broken: the caller gets an error, and the call is not sent. */
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
    // The next call that needs a sync reports the failure.
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
