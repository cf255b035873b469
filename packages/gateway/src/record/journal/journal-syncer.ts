import { closeSync, fdatasyncSync, fstatSync, openSync } from 'node:fs';
import type { JournalPosition } from '../../store/store.ts';
import { journalFile } from './journal.ts';
import { filesOf } from './journal-reader.ts';

/** Brings a growing journal to disk. What is there then survives a power failure. */
export interface JournalSyncer {
  /** Up to where everything is on disk now; `undefined` where nothing was added since. Throws when the disk says no. */
  readonly sync: () => JournalPosition | undefined;
  readonly close: () => void;
}

export function createJournalSyncer(folder: string, instance: string): JournalSyncer {
  let file = -1;
  let handle: number | undefined;
  let synced = 0;

  const close = (): void => {
    if (handle !== undefined) closeSync(handle);
    handle = undefined;
  };
  /** Everything in the file that is open, and whether there was anything. */
  const syncHere = (): boolean => {
    if (handle === undefined) return false;
    const { size } = fstatSync(handle);
    if (size === synced) return false;
    fdatasyncSync(handle);
    synced = size;
    return true;
  };
  return {
    sync: () => {
      const later = filesOf(folder, instance).filter((other) => other > file);
      let isNews = syncHere();
      for (const next of later) {
        close();
        handle = openSync(journalFile(folder, instance, next), 'r');
        file = next;
        synced = 0;
        isNews = syncHere() || isNews;
      }
      return isNews ? { file, offset: synced } : undefined;
    },
    close,
  };
}
