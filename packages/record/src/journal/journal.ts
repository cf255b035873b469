import {
  closeSync,
  constants,
  fdatasync,
  fdatasyncSync,
  fstat,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { JournalPosition } from '../store/store.ts';

/**
 * What is to be stored, appended to a file at once: with the operating system it survives the end of this process, and whoever
 * stores it need not be waited for.
 */
export interface Journal {
  /** Appends whole lines. When it throws, none of them is taken, and what was begun is finished by the next attempt. */
  readonly append: (lines: string) => void;
  /** Behind what was appended last. */
  readonly position: () => JournalPosition;
  /**
   * Resolves when everything that was appended before is on disk, so that it survives a power failure. Whoever asks meanwhile shares
   * the next attempt. Rejects when the disk says no, or the file is not there any more.
   */
  readonly sync: () => Promise<void>;
  readonly close: () => void;
}

/** Then the next file is begun, so that what is stored can be removed. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;

const SCRATCH_BYTES = 64 * 1024;

/** About how many bytes lie between two places. */
export const distance = (from: JournalPosition, to: JournalPosition): number =>
  (to.file - from.file) * MAX_FILE_BYTES + to.offset - from.offset;

export const journalFile = (folder: string, instance: string, file: number): string =>
  join(folder, `${instance}.${file}.journal`);

export interface JournalOptions {
  readonly maxFileBytes?: number;
  /** Brings a file to disk; handed in by tests, which cannot see a disk. */
  readonly syncData?: (handle: number) => Promise<void>;
}

const statusOf = promisify(fstat);

/**
 * Opens the journal of an instance. Throws when the folder cannot be written to.
 *
 * @example
 * const journal = createJournal('/data/record', '4711-0a1b2c3d-e4f5');
 * journal.append('{"kind":"session",…}\n');
 * await journal.sync();
 */
export function createJournal(folder: string, instance: string, options: JournalOptions = {}): Journal {
  const { maxFileBytes = MAX_FILE_BYTES, syncData = promisify(fdatasync) } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let file = 0;
  /** What a full disk took only a part of. */
  let owed: Buffer | undefined;
  const first = openFor(folder, instance, file);
  let handle: number | undefined = first;
  let offset = fstatSync(first).size;
  /** What is written is short nearly always, and then needs no memory of its own. */
  const scratch = Buffer.allocUnsafe(SCRATCH_BYTES);
  let synced = 0;
  let syncing: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const open = (): number => {
    // Its number may be that of another file by now.
    if (handle === undefined) throw new Error('The journal is closed.');
    return handle;
  };
  const write = (bytes: Buffer, length: number = bytes.length): void => {
    let written = 0;
    try {
      while (written < length) {
        const count = writeSync(open(), bytes, written, length - written, offset);
        written += count;
        offset += count;
      }
      owed = undefined;
    } catch (error) {
      // Whole lines are taken or refused: one that is half there will be finished.
      if (bytes === owed || written > 0) owed = Buffer.from(bytes.subarray(written, length));
      throw error;
    }
  };
  const rotate = (): void => {
    const opened = openFor(folder, instance, file + 1);
    const before = open();
    handle = opened;
    file += 1;
    offset = fstatSync(opened).size;
    synced = 0;
    closeSync(before);
  };
  const syncNow = async (): Promise<void> => {
    const [current, of, until] = [open(), file, offset];
    const { nlink } = await statusOf(current);
    if (of !== file) return syncNow();
    if (nlink === 0) {
      // Somebody removed it. What is in it is gone with this process; from here on there is another one.
      rotate();
      throw Object.assign(new Error('The journal was removed.'), { code: 'ENOENT' });
    }
    await syncData(current);
    if (of === file) synced = Math.max(synced, until);
  };

  return {
    append: (lines) => {
      if (owed !== undefined) write(owed);
      if (offset >= maxFileBytes) {
        fdatasyncSync(open());
        rotate();
      }
      try {
        // A character is at most three bytes.
        if (lines.length * 3 > scratch.length) write(Buffer.from(lines));
        else write(scratch, scratch.write(lines));
      } catch (error) {
        // Begun is taken: the rest follows with the next attempt.
        if (owed === undefined) throw error;
      }
    },
    position: () => ({ file, offset }),
    sync: () => {
      if (synced >= offset && owed === undefined) return Promise.resolve();
      if (owed !== undefined) return Promise.reject(Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' }));
      if (syncing === undefined) {
        syncing = syncNow().finally(() => {
          syncing = undefined;
        });
        return syncing;
      }
      next ??= syncing
        .catch(() => {})
        .then(() => {
          next = undefined;
          syncing = syncNow().finally(() => {
            syncing = undefined;
          });
          return syncing;
        });
      return next;
    },
    close: () => {
      const opened = handle;
      handle = undefined;
      if (opened !== undefined) closeSync(opened);
    },
  };
}

function openFor(folder: string, instance: string, file: number): number {
  // Nobody else writes to it, so it need not be asked each time where it ends.
  const handle = openSync(journalFile(folder, instance, file), constants.O_WRONLY | constants.O_CREAT, 0o600);
  // Its name is on disk only when its folder is; Windows has no such thing.
  if (process.platform !== 'win32') {
    const parent = openSync(folder, 'r');
    try {
      fsyncSync(parent);
    } finally {
      closeSync(parent);
    }
  }
  return handle;
}
