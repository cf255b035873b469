import { randomUUID } from 'node:crypto';
import { type FileHandle, link, open, rename, stat, unlink } from 'node:fs/promises';
import { hasCode } from '@toolmark/annotations';

export interface ReplaceOptions {
  /** Permissions of the new file, before the umask; only for its owner by default. */
  readonly mode?: number;
  /** Changes permissions or owner of the draft before it gets the name. */
  readonly prepare?: (draft: FileHandle) => Promise<void>;
  /** The last check before the file is replaced; on `false`, nothing is written. */
  readonly mayReplace?: () => Promise<boolean>;
}

/**
 * Writes a file atomically: a reader sees the old text or the new one, also after a crash. Returns the version mark of the new file, or
 * `undefined` if `mayReplace` refused.
 *
 * @example
 * await replaceFile('/home/me/.toolmark/login.json', text);
 */
export function replaceFile(path: string, text: string, options: ReplaceOptions = {}): Promise<string | undefined> {
  return withDraft(path, text, options, async (draft) => {
    // Read the mark before the rename: afterwards the file may be another process's.
    const mark = await versionMark(draft);
    if (options.mayReplace !== undefined && !(await options.mayReplace())) return undefined;
    await rename(draft, path);
    return mark;
  });
}

/**
 * Creates a file that appears with all of its text. Returns `false`, without changes, if it exists.
 *
 * @throws also on file systems without hard links
 */
export function createFile(path: string, text: string): Promise<boolean> {
  return withDraft(path, text, {}, async (draft) => {
    try {
      await link(draft, path);
      return true;
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return false;
      throw error;
    }
  });
}

/** What follows the name of the file while it is being written. */
const DRAFT = /\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether a file is a draft that a crash may have left behind. */
export const isDraft = (name: string): boolean => DRAFT.test(name);

async function withDraft<Value>(
  path: string,
  text: string,
  { mode = 0o600, prepare }: ReplaceOptions,
  use: (draft: string) => Promise<Value>,
): Promise<Value> {
  const draft = `${path}.${randomUUID()}`;
  try {
    const handle = await open(draft, 'wx', mode);
    try {
      await handle.writeFile(text);
      await prepare?.(handle);
      await handle.sync();
    } finally {
      await handle.close();
    }
    return await use(draft);
  } finally {
    await unlink(draft).catch(() => {});
  }
}

/** A version mark that changes with the file's content, as far as metadata shows; `undefined` if there is no file. */
export async function versionMark(path: string): Promise<string | undefined> {
  try {
    const { ino, size, mtimeNs } = await stat(path, { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  } catch {
    return undefined;
  }
}
