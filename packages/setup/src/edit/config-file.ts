import { createHmac } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { err, hasCode, ok, type Result, toMessage } from '@toolmark/annotations';
import { replaceFile } from '@toolmark/base';

/** The content of a file. */
export interface FileText {
  /** Without the byte order mark. */
  readonly text: string;
  readonly hasMark: boolean;
  /** A keyed hash of the whole file, so that short secrets cannot be guessed from it. */
  readonly hash: string;
}

/** Larger than any config written by a person. */
const MAX_BYTES = 4 * 1024 * 1024;

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A keyed hash of a text, which reveals nothing about it. */
export const keyedHash = (content: string | Buffer, key: string): string =>
  createHmac('sha256', key).update(content).digest('hex');

/** Reads a file, or returns a sentence with the reason why it cannot be edited here. */
export async function readFileText(
  file: string,
  key: string,
  maxBytes: number = MAX_BYTES,
): Promise<Result<FileText, string>> {
  try {
    const bytes = await readFile(file);
    if (bytes.length > maxBytes) {
      return err(`${file} is larger than ${maxBytes / 1024 ** 2} MiB. Change it in an editor.`);
    }
    const text = UTF8.decode(bytes);
    const hasMark = text.startsWith('\uFEFF');
    return ok({ text: hasMark ? text.slice(1) : text, hasMark, hash: keyedHash(bytes, key) });
  } catch (error) {
    if (error instanceof TypeError) return err(`${file} is not UTF-8. Save it as UTF-8 in an editor.`);
    if (hasCode(error, 'ENOENT'))
      return err(`${file} is gone. Restore it; until then the gateway keeps its current config.`);
    return err(`${file} cannot be read: ${toMessage(error)}`);
  }
}

/** The reason why a file cannot be written, as a sentence; `undefined` if it can. */
export async function writeProblem(file: string): Promise<string | undefined> {
  try {
    const path = await realpath(file);
    for (const each of [path, dirname(path)]) {
      // Root may write everything, but a file without these bits was made read-only on purpose.
      if (((await stat(each)).mode & 0o222) === 0)
        return `${each} is read-only. Make it writable, or edit it yourself.`;
      await access(each, constants.W_OK);
    }
    return undefined;
  } catch (error) {
    return `${file} cannot be written: ${toMessage(error)}`;
  }
}

/** The result of writing a file. */
export type WriteOutcome =
  | { readonly kind: 'written' }
  | { readonly kind: 'changed' | 'unwritable'; readonly message: string };

export interface WriteOptions {
  /** The key of the hash that was computed when reading. */
  readonly key: string;
  readonly maxBytes?: number;
  /** Replaces the mode of the file. */
  readonly mode?: number;
}

/**
 * Replaces a file atomically: readers see the old or the new text. Mode, owner and links are kept, and nothing is
 * written if the file has changed since it was read.
 */
export async function writeFileText(
  file: string,
  text: string,
  before: FileText,
  { key, maxBytes = MAX_BYTES, mode: newMode }: WriteOptions,
): Promise<WriteOutcome> {
  const problem = await writeProblem(file);
  if (problem !== undefined) return { kind: 'unwritable', message: problem };
  const path = await realpath(file);
  const isUnchanged = async (): Promise<boolean> => {
    const now = await readFileText(path, key, maxBytes);
    return now.ok && now.value.hash === before.hash;
  };
  try {
    const { mode, uid, gid } = await stat(path);
    const written = await replaceFile(path, before.hasMark ? `\uFEFF${text}` : text, {
      // The temporary file stays private until it gets the mode of the file, which may be wider than the umask allows.
      prepare: async (draft) => {
        await draft.chmod(newMode ?? mode & 0o7777);
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
  `${file} was changed meanwhile, so nothing was written. Reload it, and make your change again.`;

/** Only root may change the owner; other users become the owner of the new file. */
async function keepOwner(handle: FileHandle, uid: number, gid: number): Promise<void> {
  const own = await handle.stat();
  if (own.uid !== uid || own.gid !== gid) await handle.chown(uid, gid).catch(() => {});
}
