import { realpath } from 'node:fs/promises';
import { isAbsolute, relative } from 'node:path';
import type { Result } from '@toolmark/annotations';
import { createLockStore, type LockStore, type LockStoreDeps } from './lock-store.ts';

/** Opens the lock. In the data folder only its owner may read it; elsewhere, beside code, its mode follows the umask. */
export async function openLock(
  place: string,
  dataDir: string,
  deps: Omit<LockStoreDeps, 'path' | 'mode'>,
): Promise<Result<LockStore, string>> {
  // Replace the target of a symbolic link, not the link.
  const path = await realpath(place).catch(() => place);
  return createLockStore({ ...deps, path, mode: isInside(dataDir, place) ? 0o600 : 0o666 });
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}
