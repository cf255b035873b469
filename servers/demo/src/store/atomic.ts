import { randomUUID } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isErrno } from './errno.ts';

/** Creates a file. Returns false, without changes, if it already exists. */
export function writeNew(path: string, text: string): Promise<boolean> {
  return withTemporary(path, text, async (temporary) => {
    try {
      await link(temporary, path);
      return true;
    } catch (error) {
      if (isErrno(error, 'EEXIST')) return false;
      throw error;
    }
  });
}

/** Creates or replaces a file atomically: concurrent readers see the old text or the new one. */
export function writeWhole(path: string, text: string): Promise<void> {
  return withTemporary(path, text, (temporary) => rename(temporary, path));
}

/** Whether a file was left behind by a crash during a write. */
export const isTemporary = (name: string): boolean => /^\.[0-9a-f-]{36}\.tmp$/.test(name);

async function withTemporary<Value>(
  path: string,
  text: string,
  use: (temporary: string) => Promise<Value>,
): Promise<Value> {
  const temporary = join(dirname(path), `.${randomUUID()}.tmp`);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    return await use(temporary);
  } finally {
    await rm(temporary, { force: true });
  }
}
