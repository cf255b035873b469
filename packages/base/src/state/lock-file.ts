import { randomUUID } from 'node:crypto';
import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { err, ok, type Result } from '@toolmark/annotations';

/** A file that only one process at a time has, so that what it reads and what it writes belong together. */
export interface FileLock {
  /** Whether it is still ours: who held it for very long may have lost it. */
  readonly isHeld: () => Promise<boolean>;
  readonly release: () => Promise<void>;
}

export interface LockPatience {
  /** A lock is held for some milliseconds. One that stays the same for so long belongs to a process that is gone. */
  readonly staleMs: number;
  readonly giveUpMs: number;
}

const PATIENCE: LockPatience = { staleMs: 3_000, giveUpMs: 10_000 };
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 50;

/**
 * Waits for its turn, or says in a sentence why it never came.
 *
 * @throws what the file system says against making the file
 */
export async function lockFile(
  path: string,
  { staleMs, giveUpMs }: LockPatience = PATIENCE,
): Promise<Result<FileLock, string>> {
  const own = `${process.pid} ${randomUUID()}\n`;
  const since = performance.now();
  let seen: string | undefined;
  let seenSince = since;
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    if (await isMade(path, own)) return ok(toLock(path, own));
    const holder = await read(path);
    const now = performance.now();
    if (holder !== seen) {
      seen = holder;
      seenSince = now;
    } else if (holder !== undefined && now - seenSince >= staleMs) await breakLock(path, holder);
    if (now - since >= giveUpMs) return err(`${path} is held by another process. If none is running, delete it.`);
    await pause(wait);
  }
}

const toLock = (path: string, own: string): FileLock => ({
  isHeld: async () => (await read(path)) === own,
  release: async () => {
    if ((await read(path)) === own) await unlink(path).catch(() => {});
  },
});

async function isMade(path: string, own: string): Promise<boolean> {
  try {
    await writeFile(path, own, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    // Windows says EPERM while a file of this name is being deleted.
    if (isCode(error, 'EEXIST') || (process.platform === 'win32' && isCode(error, 'EPERM'))) return false;
    throw error;
  }
}

/** Taken aside first: another process may have broken it meanwhile, and this one be a new one of somebody who is at work. */
async function breakLock(path: string, stale: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
    if ((await read(aside)) !== stale) await link(aside, path);
  } catch {
    // Gone already, or there again: either is looked at in the next round.
  }
  await unlink(aside).catch(() => {});
}

const read = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined);

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
