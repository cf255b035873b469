import { constants, type Stats } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { directoryRefused } from '../errors.ts';
import { unlessMissing } from './errno.ts';

/** What stands at a path, itself: a symbolic link is not followed. */
export function statPlain(path: string): Promise<Stats | undefined> {
  return unlessMissing(lstat(path));
}

/** Refuses a folder of ours that somebody has replaced by a link to another place. */
export async function assertFolder(path: string): Promise<void> {
  const stats = await statPlain(path);
  if (stats === undefined) throw directoryRefused(path, 'is gone');
  if (!stats.isDirectory()) throw directoryRefused(path, 'is not a plain directory');
}

/** The first bytes of a plain file. */
export async function readPlainFile(path: string, maxBytes: number): Promise<{ text: string; bytes: number }> {
  // NOFOLLOW for a link put there since we looked; NONBLOCK because opening a pipe would otherwise wait for its writer.
  // Windows has neither, and there both are undefined.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags);
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(Math.min(size, maxBytes));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    // `stream` leaves out a character that the limit has cut in two.
    const text = new TextDecoder().decode(buffer.subarray(0, bytesRead), { stream: bytesRead < size });
    return { text, bytes: size };
  } finally {
    await file.close();
  }
}
