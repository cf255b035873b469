import { err, ok, type Result } from '@toolmark/annotations';
import type { Log } from '@toolmark/base';
import type { Begin, EndEntry, Entry } from './entry.ts';
import { createJournal, distance, type Journal } from './journal/journal.ts';
import { createLines } from './journal/to-line.ts';
import { toRecordProblem } from './problem.ts';
import type { JournalPosition } from './store/store.ts';

/** What is on its way into the journal, and what becomes of it when the disk does not take it. */
export interface Outbox {
  readonly add: (entry: Entry | Begin) => void;
  /** A call that was over before anybody could see it running. */
  readonly addCall: (begin: Begin, end: EndEntry) => void;
  /** Hands everything to the operating system, or says why not; then it is kept for the next attempt, as far as there is room. */
  readonly flush: () => Result<undefined, string>;
  /** Brings what was handed over to disk. */
  readonly sync: () => Promise<Result<undefined, string>>;
  /** Why nothing is taken at the moment, and since when. */
  readonly problem: () => { readonly sentence: string; readonly since: number } | undefined;
  /** Calls that will never be recorded. */
  readonly lost: () => number;
  readonly lose: (count: number) => void;
  readonly close: () => void;
}

export interface OutboxOptions {
  readonly folder: string;
  readonly instance: string;
  /** The database, for what is said about it. */
  readonly file: string;
  /** Up to where the journal is stored. */
  readonly stored: () => JournalPosition;
  /** There was no room to keep what waited: whatever was told since may be told again. */
  readonly onDropped: () => void;
  readonly now: () => number;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly maxWaiting?: number;
  readonly maxBehind?: number;
}

/** About how many characters wait in memory while the disk takes nothing. */
const MAX_WAITING = 16 * 1024 * 1024;
/** Bytes of journal that wait while the database takes nothing. */
const MAX_BEHIND = 256 * 1024 * 1024;
/** A disk that took nothing is asked again after this: every attempt is work for those who only read. */
const RETRY_MS = 1_000;

export function createOutbox(options: OutboxOptions): Outbox {
  const { folder, instance, file, stored, onDropped, now, log } = options;
  const { maxWaiting = MAX_WAITING, maxBehind = MAX_BEHIND } = options;
  const lines = createLines();
  let journal: Journal | undefined;
  /** Lines that the disk did not take; newer ones are in `lines`. */
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
        'calls cannot be recorded; those that change something are refused until they can',
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
    if (calls > 0) log.error({ calls }, 'calls were not recorded: there is no room to keep them');
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
      if (isClosed) return err('The gateway is being stopped.');
      if (problem !== undefined && now() < retryAt) {
        if (length() > maxWaiting) drop();
        return err(problem.sentence);
      }
      if (length() === 0 && problem === undefined) return ok(undefined);
      try {
        journal ??= createJournal(folder, instance);
        if (distance(stored(), journal.position()) > maxBehind) {
          drop();
          return fail(`${file} is too far behind: what waits to be stored takes more than it may.`);
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
    close: () => {
      isClosed = true;
      journal?.close();
    },
  };
}
