import { statSync } from 'node:fs';
import { err, ok, type Result } from '@toolmark/annotations';
import type { RecordStatus } from '@toolmark/api-contract';
import type { Log } from '../log.ts';
import type { JournalPosition } from '../store/store.ts';
import type { Entry } from './entry.ts';
import { createJournal, distance, type Journal } from './journal/journal.ts';
import { toRecordProblem } from './problem.ts';
import type { WriterState } from './writer/writer-client.ts';

/** What is on its way into the journal, and what becomes of it when the disk does not take it. */
export interface Outbox {
  readonly add: (entry: Entry) => void;
  /** Hands everything to the operating system, or says why not; then it is kept for the next attempt, as far as there is room. */
  readonly flush: () => Result<undefined, string>;
  /** Behind what was handed over last. */
  readonly position: () => JournalPosition;
  /** Calls that will never be recorded. */
  readonly lose: (count: number) => void;
  readonly status: (writer: WriterState) => RecordStatus;
  readonly close: () => void;
}

export interface OutboxOptions {
  readonly folder: string;
  readonly instance: string;
  /** The database, for what is said about it. */
  readonly file: string;
  /** Up to where the journal is stored. */
  readonly written: () => JournalPosition;
  readonly now: () => number;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly maxWaiting?: number;
  readonly maxBehind?: number;
}

/** Characters that wait in memory while the disk takes nothing. */
const MAX_WAITING = 16 * 1024 * 1024;
/** Bytes of journal that wait while the database takes nothing. */
const MAX_BEHIND = 256 * 1024 * 1024;

export function createOutbox(options: OutboxOptions): Outbox {
  const { folder, instance, file, written, now, log, maxWaiting = MAX_WAITING, maxBehind = MAX_BEHIND } = options;
  let journal: Journal | undefined;
  let lines = '';
  let calls = 0;
  let lost = 0;
  let problem: string | undefined;
  let since = now();

  const open = (): Journal => {
    journal ??= createJournal(folder, instance);
    return journal;
  };
  const behind = (): number => {
    if (journal === undefined) return 0;
    return distance(written(), journal.position());
  };
  const drop = (): void => {
    if (calls > 0) log.error({ calls }, 'calls were not recorded: there is no room to keep them');
    lost += calls;
    calls = 0;
    lines = '';
  };
  return {
    add: (entry) => {
      lines += `${JSON.stringify(entry)}\n`;
      if (entry.kind === 'end') calls += 1;
    },
    flush: () => {
      if (lines === '') return ok(undefined);
      if (behind() > maxBehind) {
        drop();
        return err(problem ?? `${file} is too far behind.`);
      }
      try {
        open().append(lines);
      } catch (error) {
        const sentence = toRecordProblem(error, folder);
        if (problem === undefined) since = now();
        if (problem !== sentence) log.error({ problem: sentence }, 'calls cannot be recorded');
        problem = sentence;
        if (lines.length > maxWaiting) drop();
        return err(sentence);
      }
      if (problem !== undefined) {
        since = now();
        log.warn({}, 'calls are recorded again');
      }
      problem = undefined;
      lines = '';
      calls = 0;
      return ok(undefined);
    },
    position: () => journal?.position() ?? { file: 0, offset: 0 },
    lose: (count) => {
      lost += count;
    },
    status: (writer) => {
      const reason = problem ?? writer.problem;
      return {
        state: reason === undefined ? 'ok' : 'failing',
        problem: reason ?? null,
        since: new Date(problem === undefined ? writer.since : since).toISOString(),
        place: file,
        size_bytes: sizeOf(file) + sizeOf(`${file}-wal`),
        lost_calls: lost,
      };
    },
    close: () => journal?.close(),
  };
}

function sizeOf(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    // A folder that may not be looked into.
    return 0;
  }
}
