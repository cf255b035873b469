import { constants, type Stats } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { directoryRefused } from '../errors.ts';
import { unlessMissing } from './errno.ts';

/** The file status of the path itself, without following a symbolic link. */
export function statPlain(path: string): Promise<Stats | undefined> {
  return unlessMissing(lstat(path));
}

/** Rejects a store folder that has been replaced by a link. */
export async function assertFolder(path: string): Promise<void> {
  const stats = await statPlain(path);
  if (stats === undefined) throw directoryRefused(path, 'is gone');
  if (!stats.isDirectory()) throw directoryRefused(path, 'is not a plain directory');
}

/** The first bytes of a regular file. */
export async function readPlainFile(path: string, maxBytes: number): Promise<{ text: string; bytes: number }> {
  // NOFOLLOW against a link created after the check; NONBLOCK because opening a pipe would wait for its writer. Both
  // are undefined on Windows, which lacks them.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags);
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(Math.min(size, maxBytes));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    // `stream` drops a character that the limit has split.
    const text = new TextDecoder().decode(buffer.subarray(0, bytesRead), { stream: bytesRead < size });
    return { text, bytes: size };
  } finally {
    await file.close();
  }
}
