import { createHmac, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, open, readFile, realpath, rename, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { err, ok, type Result, toMessage } from '@toolmark/annotations';

/** A file as it was read. */
export interface FileText {
  /** Without the byte order mark. */
  readonly text: string;
  readonly hasMark: boolean;
  /** Of the whole file. With a key, so that nobody can find out a short secret by trying. */
  readonly hash: string;
}

/** Larger than any config that people write. */
const MOST_BYTES = 4 * 1024 * 1024;

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The mark of a text: the same for the same text, and saying nothing of it. */
export const hashOf = (content: string | Buffer, key: string): string =>
  createHmac('sha256', key).update(content).digest('hex');

/** Reads it, or says in a sentence why it cannot be changed from here. */
export async function readFileText(
  file: string,
  key: string,
  mostBytes: number = MOST_BYTES,
): Promise<Result<FileText, string>> {
  try {
    const bytes = await readFile(file);
    if (bytes.length > mostBytes) {
      return err(`${file} is larger than ${mostBytes / 1024 ** 2} MiB. Change it in an editor.`);
    }
    const text = UTF8.decode(bytes);
    const hasMark = text.startsWith('\uFEFF');
    return ok({ text: hasMark ? text.slice(1) : text, hasMark, hash: hashOf(bytes, key) });
  } catch (error) {
    if (error instanceof TypeError) return err(`${file} is not UTF-8. Save it as UTF-8 in an editor.`);
    if (isCode(error, 'ENOENT')) return err(`${file} is gone. Put it back; until then the running config goes on.`);
    return err(`${file} cannot be read: ${toMessage(error)}`);
  }
}

/** Why a file cannot be written, in a sentence; `undefined` where it can. */
export async function writeProblem(file: string): Promise<string | undefined> {
  try {
    const path = await realpath(file);
    for (const each of [path, dirname(path)]) {
      // Who runs as root may write everything; a file without these bits was meant to stay as it is all the same.
      if (((await stat(each)).mode & 0o222) === 0)
        return `${each} is read-only. Make it writable, or edit it yourself.`;
      await access(each, constants.W_OK);
    }
    return undefined;
  } catch (error) {
    return `${file} cannot be written: ${toMessage(error)}`;
  }
}

/** What became of a file that was to be written. */
export type Written =
  | { readonly kind: 'written' }
  | { readonly kind: 'changed' | 'unwritable'; readonly message: string };

export interface WriteOptions {
  /** With which it was read. */
  readonly key: string;
  readonly mostBytes?: number;
  /** Instead of the one that the file has. */
  readonly mode?: number;
}

/**
 * Replaces a file by another text, all at once: whoever reads sees the old one or the new one. Its mode and owner stay, a link
 * to it stays a link, and nothing is written where the file is not the one that was read any more.
 */
export async function writeFileText(
  file: string,
  text: string,
  before: FileText,
  { key, mostBytes = MOST_BYTES, mode: given }: WriteOptions,
): Promise<Written> {
  const problem = await writeProblem(file);
  if (problem !== undefined) return { kind: 'unwritable', message: problem };
  const path = await realpath(file);
  const draft = `${path}.${randomUUID()}`;
  try {
    const { mode, uid, gid } = await stat(path);
    // For nobody else until it has the mode of the file, which may be wider than what is new may be created with.
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(before.hasMark ? `\uFEFF${text}` : text);
      await handle.chmod(given ?? mode & 0o7777);
      await keepOwner(handle, uid, gid);
      await handle.sync();
    } finally {
      await handle.close();
    }
    const now = await readFileText(path, key, mostBytes);
    if (!now.ok || now.value.hash !== before.hash) return { kind: 'changed', message: changedMessage(file) };
    await rename(draft, path);
    return { kind: 'written' };
  } catch (error) {
    return { kind: 'unwritable', message: `${file} cannot be written: ${toMessage(error)}` };
  } finally {
    await unlink(draft).catch(() => {});
  }
}

export const changedMessage = (file: string): string =>
  `${file} was changed meanwhile, and nothing was written. Look at it again, and make your change anew.`;

/** Only root may give a file away; whoever else may write the folder becomes its owner. */
async function keepOwner(handle: FileHandle, uid: number, gid: number): Promise<void> {
  const own = await handle.stat();
  if (own.uid !== uid || own.gid !== gid) await handle.chown(uid, gid).catch(() => {});
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
