import { randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { err, type Lock, ok, parseLock, type Result, toMessage } from '@toolmark/annotations';

/** What the file of a lock holds. */
export interface LockContent {
  /** `undefined` where there is no file. */
  readonly text: string | undefined;
  readonly lock: Lock;
}

/** `known` comes back for the same text, and its lock where there is no file. */
export async function readLock(path: string, known: LockContent): Promise<Result<LockContent, string>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ok({ ...known, text: undefined });
    return err(`${path} cannot be read: ${toMessage(error)}. Make it readable for whoever runs the gateway.`);
  }
  if (text === known.text) return ok(known);
  const parsed = parseLock(text);
  return parsed.ok ? ok({ text, lock: parsed.value }) : err(`${path} cannot be used: ${parsed.error}.`);
}

/** Renamed into place: a reader sees the old one or the new one, never half of one. Says how to tell that it is this one. */
export async function replaceLock(path: string, text: string, mode: number): Promise<string> {
  const draft = `${path}.${randomUUID()}`;
  try {
    const handle = await open(draft, 'wx', mode);
    let mark: string;
    try {
      await handle.writeFile(text);
      await handle.sync();
      // Not of the file that is there in the end: that could be somebody else's already.
      mark = toMark(await handle.stat({ bigint: true }));
    } finally {
      await handle.close();
    }
    await rename(draft, path);
    return mark;
  } finally {
    await unlink(draft).catch(() => {});
  }
}

/** Another one for another content, as far as that can be told without reading it; `undefined` where there is no file. */
export async function markOf(path: string): Promise<string | undefined> {
  try {
    return toMark(await stat(path, { bigint: true }));
  } catch {
    return undefined;
  }
}

const toMark = ({ ino, size, mtimeNs }: Pick<BigIntStats, 'ino' | 'size' | 'mtimeNs'>): string =>
  `${ino} ${size} ${mtimeNs}`;
