import { closeSync, existsSync, openSync, readdirSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import { hasCode } from '@toolmark/annotations';
import type { Entry } from '../entry.ts';
import type { JournalPosition } from '../store/store.ts';
import { createLineReader } from './from-line.ts';
import { distance, journalFile } from './journal.ts';

export interface JournalReader {
  /**
   * Returns the next entries, up to the byte limit but at least one, and their end position. At the end of the journal,
   * the position does not change.
   */
  readonly read: (maxBytes?: number) => JournalBatch;
  /** Continues the next `read` here. Earlier files are removed once their content is stored. */
  readonly advance: (position: JournalPosition, isSafe: boolean) => void;
  /** About how many bytes are left. */
  readonly behind: () => number;
  readonly close: () => void;
}

export interface JournalBatch {
  readonly entries: readonly Entry[];
  readonly position: JournalPosition;
  /** Invalid lines, torn by a full disk. */
  readonly unreadable: number;
  /** The single lines, for a store that rejected the batch; valid until the next `read`. */
  readonly lines: () => readonly JournalLine[];
}

export interface JournalLine {
  readonly text: string;
  /** Missing if the line is torn. */
  readonly entries: readonly Entry[];
  /** The offset after the line. */
  readonly end: JournalPosition;
}

/** The most that one transaction stores, unless a single entry is longer. */
const BATCH_BYTES = 4 * 1024 * 1024;
const FIRST_BYTES = 64 * 1024;
const NEWLINE = 10;
const NAME = /^(.+)\.(\d+)\.journal$/;

/** Whether one journal position is after another. */
export const isAfter = (one: JournalPosition, other: JournalPosition): boolean =>
  one.file > other.file || (one.file === other.file && one.offset > other.offset);

/**
 * Reads the journal of an instance, which may still be growing.
 *
 * @example
 * const reader = createJournalReader(folder, instance, { file: 0, offset: 0 });
 * const { entries, position } = reader.read();
 * reader.advance(position, true);
 */
export function createJournalReader(
  folder: string,
  instance: string,
  start: JournalPosition,
  batchBytes: number = BATCH_BYTES,
): JournalReader {
  const entriesOf = createLineReader();
  let at = start;
  let handle: number | undefined;
  // Most reads are short, so the buffer starts small and grows.
  let buffer = Buffer.allocUnsafe(Math.min(batchBytes, FIRST_BYTES));

  const open = (): number | undefined => {
    if (handle !== undefined) return handle;
    const path = journalFile(folder, instance, at.file);
    if (existsSync(path)) handle = openSync(path, 'r');
    return handle;
  };
  const close = (): void => {
    if (handle !== undefined) closeSync(handle);
    handle = undefined;
  };
  const goTo = (position: JournalPosition): void => {
    if (position.file !== at.file) close();
    at = position;
  };
  /** Fills the buffer from this offset, and grows it for a line that does not fit. */
  const fill = (from: number, maxBytes: number): number => {
    for (let length = 0, most = maxBytes; ; ) {
      const room = Math.min(most, buffer.length);
      const count = readSync(from, buffer, length, room - length, at.offset + length);
      length += count;
      if (count === 0) return length;
      if (length < room) continue;
      if (length >= maxBytes && buffer.subarray(0, length).includes(NEWLINE)) return length;
      if (length === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
      most = Math.max(maxBytes, length * 2);
    }
  };
  const readHere = (maxBytes: number): JournalBatch => {
    const from = open();
    const length = from === undefined ? 0 : fill(from, maxBytes);
    const end = buffer.subarray(0, length).lastIndexOf(NEWLINE) + 1;
    const bytes = buffer.subarray(0, end);
    const here = at;
    return {
      ...toEntries(bytes.toString(), entriesOf),
      position: { file: here.file, offset: here.offset + end },
      lines: () => toLines(bytes, here, entriesOf),
    };
  };

  return {
    read: (maxBytes = batchBytes) => {
      for (;;) {
        // Check before reading: once a next file exists, this one does not grow.
        const next = filesOf(folder, instance).find((file) => file > at.file);
        const batch = readHere(maxBytes);
        if (next === undefined || batch.position.offset > at.offset) return batch;
        goTo({ file: next, offset: 0 });
      }
    },
    advance: (position, isSafe) => {
      goTo(position);
      if (!isSafe) return;
      for (const file of filesOf(folder, instance))
        if (file < position.file) rmSync(journalFile(folder, instance, file), { force: true });
    },
    behind: () => Math.max(0, distance(at, endOfJournal(folder, instance) ?? at)),
    close,
  };
}

/** The end of an instance's journal; `undefined` if it has none. */
export function endOfJournal(folder: string, instance: string): JournalPosition | undefined {
  const file = filesOf(folder, instance).at(-1);
  if (file === undefined) return undefined;
  const status = statSync(journalFile(folder, instance, file), { throwIfNoEntry: false });
  return status && { file, offset: status.size };
}

/** The files of an instance in order. The first ones are missing if they were stored and removed. */
export function filesOf(folder: string, instance: string): readonly number[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => {
      const [, owner, file] = NAME.exec(name) ?? [];
      return owner === instance ? [Number(file)] : [];
    })
    .toSorted((a, b) => a - b);
}

/** The instances with journals in a folder. */
export function journalsIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return [...new Set(readdirSync(folder).flatMap((name) => NAME.exec(name)?.[1] ?? []))];
}

/** Renames a journal, so that its writer starts a new file. */
export function renameJournal(folder: string, instance: string, name: string): void {
  for (const file of filesOf(folder, instance)) {
    try {
      renameSync(journalFile(folder, instance, file), journalFile(folder, name, file));
    } catch (error) {
      // Another process was faster.
      if (!hasCode(error, 'ENOENT')) throw error;
    }
  }
}

/** Removes the journal of a dead instance. */
export function removeJournal(folder: string, instance: string): void {
  for (const file of filesOf(folder, instance)) rmSync(journalFile(folder, instance, file), { force: true });
}

type EntriesOf = ReturnType<typeof createLineReader>;

function toEntries(text: string, entriesOf: EntriesOf): Pick<JournalBatch, 'entries' | 'unreadable'> {
  const entries: Entry[] = [];
  let unreadable = 0;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const read = entriesOf(line);
    if (read.length === 0) unreadable += 1;
    entries.push(...read);
  }
  return { entries, unreadable };
}

/** Split by bytes, because a torn line may be invalid UTF-8. */
function toLines(bytes: Buffer, { file, offset }: JournalPosition, entriesOf: EntriesOf): readonly JournalLine[] {
  const lines: JournalLine[] = [];
  for (let from = 0; from < bytes.length; ) {
    const until = bytes.indexOf(NEWLINE, from) + 1;
    const text = bytes.toString('utf8', from, until - 1);
    if (text !== '') lines.push({ text, entries: entriesOf(text), end: { file, offset: offset + until } });
    from = until;
  }
  return lines;
}
