import { randomUUID } from 'node:crypto';
import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { err, hasCode, ok, type Result } from '@toolmark/annotations';

/** A lock file: one process at a time reads and writes the state. */
export interface FileLock {
  /** Whether the lock is still ours; another process breaks locks that are held for too long. */
  readonly isHeld: () => Promise<boolean>;
  readonly release: () => Promise<void>;
}

export interface LockTimeouts {
  /** A lock is normally held for milliseconds. One that is unchanged for this long belongs to a dead process. */
  readonly staleMs: number;
  readonly giveUpMs: number;
}

const DEFAULT_TIMEOUTS: LockTimeouts = { staleMs: 3_000, giveUpMs: 10_000 };
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 50;

/**
 * Waits for the lock, or returns an error sentence.
 *
 * @throws what the file system says against making the file
 */
export async function lockFile(
  path: string,
  { staleMs, giveUpMs }: LockTimeouts = DEFAULT_TIMEOUTS,
): Promise<Result<FileLock, string>> {
  const own = `${process.pid} ${randomUUID()}\n`;
  const since = performance.now();
  let seen: string | undefined;
  let seenSince = since;
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    if (await tryCreate(path, own)) return ok(toLock(path, own));
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

async function tryCreate(path: string, own: string): Promise<boolean> {
  try {
    await writeFile(path, own, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    // Windows reports EPERM while a file of this name is being deleted.
    if (hasCode(error, 'EEXIST') || (process.platform === 'win32' && hasCode(error, 'EPERM'))) return false;
    throw error;
  }
}

/**
 * Rename before deleting: another process may have broken the stale lock already, and this file may be the lock of a
 * live holder.
 */
async function breakLock(path: string, stale: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
    if ((await read(aside)) !== stale) await link(aside, path);
  } catch {
    // The file is gone or exists again; the next attempt handles both.
  }
  await unlink(aside).catch(() => {});
}

const read = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined);
