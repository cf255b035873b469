import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalPosition } from '../../store/store.ts';

/**
 * What is to be stored, appended to a file at once: with the operating system it survives the end of this process, and whoever
 * stores it need not be waited for.
 */
export interface Journal {
  /** Appends whole lines. Throws when the disk does not take them; then the next attempt begins a new line. */
  readonly append: (lines: string) => void;
  /** Behind what was appended last. */
  readonly position: () => JournalPosition;
  readonly close: () => void;
}

/** Then the next file is begun, so that what is stored can be removed. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** About how many bytes lie between two places. */
export const distance = (from: JournalPosition, to: JournalPosition): number =>
  (to.file - from.file) * MAX_FILE_BYTES + to.offset - from.offset;

export const journalFile = (folder: string, instance: string, file: number): string =>
  join(folder, `${instance}.${file}.journal`);

/**
 * Opens the journal of an instance. Throws when the folder cannot be written to.
 *
 * @example
 * const journal = createJournal('/data/record', '4711-a1b2');
 * journal.append('{"kind":"session",…}\n');
 */
export function createJournal(folder: string, instance: string, maxFileBytes: number = MAX_FILE_BYTES): Journal {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let file = 0;
  let offset = 0;
  let isTorn = false;
  let handle = openFor(folder, instance, file);

  const write = (bytes: Buffer): void => {
    for (let written = 0; written < bytes.length; ) {
      const count = writeSync(handle, bytes, written);
      written += count;
      offset += count;
    }
  };
  return {
    append: (lines) => {
      if (offset >= maxFileBytes) {
        const next = openFor(folder, instance, file + 1);
        closeSync(handle);
        handle = next;
        file += 1;
        offset = 0;
        isTorn = false;
      }
      // Half a line may be there from an attempt that failed; its reader skips what is no entry.
      const bytes = Buffer.from(isTorn ? `\n${lines}` : lines);
      isTorn = true;
      write(bytes);
      isTorn = false;
    },
    position: () => ({ file, offset }),
    close: () => closeSync(handle),
  };
}

function openFor(folder: string, instance: string, file: number): number {
  return openSync(journalFile(folder, instance, file), 'a', 0o600);
}
