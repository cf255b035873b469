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
 * Entries to be stored, appended to a file at once: they survive the end of this process, so no call waits for the
 * store.
 */
export interface Journal {
  /** Appends whole lines. If it throws, none is accepted, and the next attempt completes a partial write. */
  readonly append: (lines: string) => void;
  /** The position after the last line. */
  readonly position: () => JournalPosition;
  /**
   * Resolves when everything appended before is on disk and survives a power failure. Concurrent requests share one
   * sync. RejectedLines on a disk error or if the file is gone.
   */
  readonly sync: () => Promise<void>;
  readonly close: () => void;
}

/** At this size the next file starts, so that stored ones can be removed. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;

const SCRATCH_BYTES = 64 * 1024;

/** About how many bytes lie between two positions. */
export const distance = (from: JournalPosition, to: JournalPosition): number =>
  (to.file - from.file) * MAX_FILE_BYTES + to.offset - from.offset;

export const journalFile = (folder: string, instance: string, file: number): string =>
  join(folder, `${instance}.${file}.journal`);

export interface JournalOptions {
  readonly maxFileBytes?: number;
  /** Syncs a file to disk; tests replace it. */
  readonly syncData?: (handle: number) => Promise<void>;
}

const statusOf = promisify(fstat);

/**
 * Opens an instance's journal. Throws if the folder is not writable.
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
  /** The rest of a write that a full disk cut short. */
  let owed: Buffer | undefined;
  const first = openFor(folder, instance, file);
  let handle: number | undefined = first;
  let offset = fstatSync(first).size;
  /** Reused for short writes, the usual case, to avoid an allocation. */
  const scratch = Buffer.allocUnsafe(SCRATCH_BYTES);
  let synced = 0;
  let syncing: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const open = (): number => {
    // The descriptor number may belong to another file by now.
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
      // Lines are accepted or refused as a whole; a partial one will be completed.
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
      // The file was deleted, so its lines end with this process; continue in a new file.
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
        // A character takes at most three bytes.
        if (lines.length * 3 > scratch.length) write(Buffer.from(lines));
        else write(scratch, scratch.write(lines));
      } catch (error) {
        // A started line counts as accepted: the next attempt writes the rest.
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
  // This process is the only writer, so the end need not be queried.
  const handle = openSync(journalFile(folder, instance, file), constants.O_WRONLY | constants.O_CREAT, 0o600);
  // A file's name is on disk only after its folder is synced; Windows has no such call.
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
