import { fdatasyncSync, fstatSync } from 'node:fs';

/** A file of a journal that is to be brought to disk, by whichever thread: all of them know its handle. */
export interface Unsynced {
  readonly handle: number;
  readonly file: number;
  /** Up to there. */
  readonly offset: number;
}

/** Brings it to disk and waits for it. `false` where that cannot be, or somebody has removed the file: whoever writes it finds out. */
export function syncFile({ handle }: Pick<Unsynced, 'handle'>): boolean {
  try {
    if (fstatSync(handle).nlink === 0) return false;
    fdatasyncSync(handle);
    return true;
  } catch {
    return false;
  }
}
