import { createHmac } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { err, hasCode, ok, type Result, toMessage } from '@toolmark/annotations';
import { replaceFile } from '@toolmark/base';

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
    if (hasCode(error, 'ENOENT')) return err(`${file} is gone. Put it back; until then the running config goes on.`);
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
  const isUnchanged = async (): Promise<boolean> => {
    const now = await readFileText(path, key, mostBytes);
    return now.ok && now.value.hash === before.hash;
  };
  try {
    const { mode, uid, gid } = await stat(path);
    const written = await replaceFile(path, before.hasMark ? `\uFEFF${text}` : text, {
      // The draft is private until it has the mode of the file, which may be wider than the umask allows.
      prepare: async (draft) => {
        await draft.chmod(given ?? mode & 0o7777);
        await keepOwner(draft, uid, gid);
      },
      mayReplace: isUnchanged,
    });
    return written === undefined ? { kind: 'changed', message: changedMessage(file) } : { kind: 'written' };
  } catch (error) {
    return { kind: 'unwritable', message: `${file} cannot be written: ${toMessage(error)}` };
  }
}

export const changedMessage = (file: string): string =>
  `${file} was changed meanwhile, and nothing was written. Look at it again, and make your change anew.`;

/** Only root may give a file away; whoever else may write the folder becomes its owner. */
async function keepOwner(handle: FileHandle, uid: number, gid: number): Promise<void> {
  const own = await handle.stat();
  if (own.uid !== uid || own.gid !== gid) await handle.chown(uid, gid).catch(() => {});
}
