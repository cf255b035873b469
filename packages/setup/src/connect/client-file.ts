import { randomUUID } from 'node:crypto';
import { lstat, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { err, hasCode, ok, type Result, toMessage } from '@toolmark/annotations';
import { createFile, replaceFile } from '@toolmark/base';
import { changedMessage, type FileText, readFileText, type WriteOutcome, writeFileText } from '../edit/config-file.ts';

/** The content of a client's file. */
export interface ClientText extends FileText {
  /** The file mode. */
  readonly mode: number;
  readonly isLink: boolean;
}

/** Claude Code stores the history of every project in the same file, which grows to several megabytes. */
const MAX_BYTES = 16 * 1024 * 1024;

/** The key of hashes that only detect changes and never leave this process. */
const KEY = randomUUID();

/** Reads a file; returns `undefined` if it does not exist, or a sentence with the reason if it is unreadable. */
export async function readClientFile(file: string): Promise<Result<ClientText | undefined, string>> {
  try {
    const entry = await lstat(file);
    const isLink = entry.isSymbolicLink();
    const found = isLink ? await stat(file).catch(() => undefined) : entry;
    if (found === undefined) return err(`${file} is a broken link. Correct or remove it.`);
    // Checked before opening: a named pipe would wait for a writer.
    if (!found.isFile()) return err(`${file} is not a file.`);
    const read = await readFileText(file, KEY, MAX_BYTES);
    return read.ok ? ok({ ...read.value, mode: found.mode & 0o777, isLink }) : read;
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return ok(undefined);
    return err(`${file} cannot be read: ${toMessage(error)}`);
  }
}

/**
 * Replaces the content atomically: readers see the old or the new text, even after an interruption. Creates a missing
 * file readable only by its owner.
 *
 * @param mode replaces the mode of the file
 */
export async function writeClientFile(
  file: string,
  text: string,
  before: ClientText | undefined,
  mode?: number,
): Promise<WriteOutcome> {
  if (before !== undefined) {
    return await writeFileText(file, text, before, {
      key: KEY,
      maxBytes: MAX_BYTES,
      ...(mode !== undefined && { mode }),
    });
  }
  try {
    await mkdir(dirname(file), { recursive: true });
    const isMade = await createFile(file, text).catch(() => createWithoutLinks(file, text));
    return isMade ? { kind: 'written' } : { kind: 'changed', message: changedMessage(file) };
  } catch (error) {
    return { kind: 'unwritable', message: `${file} cannot be written: ${toMessage(error)}` };
  }
}

/**
 * Without hard links, check for the file first, because the rename would replace a file that another process created.
 */
async function createWithoutLinks(file: string, text: string): Promise<boolean> {
  const isThere = await lstat(file).then(
    () => true,
    () => false,
  );
  return !isThere && (await replaceFile(file, text)) !== undefined;
}
