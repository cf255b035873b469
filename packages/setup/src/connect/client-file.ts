import { randomUUID } from 'node:crypto';
import { lstat, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { err, hasCode, ok, type Result, toMessage } from '@toolmark/annotations';
import { createFile, replaceFile } from '@toolmark/base';
import { changedMessage, type FileText, readFileText, type Written, writeFileText } from '../edit/config-file.ts';

/** A client's file as it was read. */
export interface ClientText extends FileText {
  /** Who may read and write it. */
  readonly mode: number;
  readonly isLink: boolean;
}

/** Claude Code keeps what it remembers of every project in the same file, which grows to some megabytes. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Only tells whether a file is still the one that was read; nobody else gets to see it. */
const KEY = randomUUID();

/** What a file says, `undefined` where there is none, or in a sentence why it cannot be read. */
export async function readClientFile(file: string): Promise<Result<ClientText | undefined, string>> {
  try {
    const entry = await lstat(file);
    const isLink = entry.isSymbolicLink();
    const found = isLink ? await stat(file).catch(() => undefined) : entry;
    if (found === undefined) return err(`${file} is a link to what is not there. Correct the link, or remove it.`);
    // Seen before it is opened: a pipe would wait for somebody to write.
    if (!found.isFile()) return err(`${file} is no file.`);
    const read = await readFileText(file, KEY, MOST_BYTES);
    return read.ok ? ok({ ...read.value, mode: found.mode & 0o777, isLink }) : read;
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return ok(undefined);
    return err(`${file} cannot be read: ${toMessage(error)}`);
  }
}

/**
 * Replaces what was read by another text, all at once: whoever reads sees the old one or the new one, whenever this is
 * interrupted. Where there was no file one is made, for nobody else to read.
 *
 * @param mode instead of the one that the file has
 */
export async function writeClientFile(
  file: string,
  text: string,
  before: ClientText | undefined,
  mode?: number,
): Promise<Written> {
  if (before !== undefined) {
    return await writeFileText(file, text, before, {
      key: KEY,
      mostBytes: MOST_BYTES,
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

/** Where there are no hard links, a look comes before the rename, which would replace what somebody else has made. */
async function createWithoutLinks(file: string, text: string): Promise<boolean> {
  const isThere = await lstat(file).then(
    () => true,
    () => false,
  );
  return !isThere && (await replaceFile(file, text)) !== undefined;
}
