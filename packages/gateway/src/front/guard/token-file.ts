import { randomBytes } from 'node:crypto';
import { mkdir, open, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { err, hasCode, ok, type Result, toMessage } from '@toolmark/annotations';
import { createFile } from '@toolmark/base';

/** A secret of the data folder, and what is doubtful about the place where it is kept. */
export interface TokenFile {
  readonly token: string;
  readonly file: string;
  readonly warnings: readonly string[];
}

const TOKEN_BYTES = 32;

/** What can stand in an Authorization header. People may write a token of their own, if it cannot be guessed. */
const TOKEN_FORM = /^[A-Za-z0-9._~+/=-]{32,512}$/;

/** Modes mean something else on Windows, where the profile folder is private already. */
const HAS_MODES = process.platform !== 'win32';

/**
 * Reads a token of a data folder, and makes one the first time. Starts at the same time agree on one. A file that others
 * could read is closed to them, with a warning; one that belongs to somebody else is refused, for they know what is in it.
 */
export async function loadOrCreateToken(dataDir: string, name: string): Promise<Result<TokenFile, string>> {
  const file = join(dataDir, name);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const existing = await readToken(file);
    if (existing !== undefined) return existing;
    await createToken(file);
    return (await readToken(file)) ?? err(`${file} was deleted while it was made. Start again.`);
  } catch (error) {
    return err(`The token cannot be kept in ${dataDir}: ${toMessage(error)}`);
  }
}

/** Reads a token under the same conditions; `undefined` where there is none. */
export async function readToken(file: string): Promise<Result<TokenFile, string> | undefined> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (handle === undefined) return undefined;
  try {
    // Everything is asked of the file that is open, so that nobody can put another one in its place in between.
    const { uid, mode } = await handle.stat();
    if (HAS_MODES && uid !== process.getuid?.() && uid !== 0) {
      return err(`${file} belongs to somebody else. Delete it, and a new one is made at the next start.`);
    }
    const warnings = [...(await folderWarnings(join(file, '..')))];
    if (HAS_MODES && (mode & 0o077) !== 0) {
      const tightened = await handle.chmod(0o600).then(
        () => true,
        () => false,
      );
      warnings.push(
        `${file} could be read by others${tightened ? '; it no longer can' : ', and its mode cannot be changed'}. If anybody did, delete it: a new one is made at the next start.`,
      );
    }
    const token = (await handle.readFile('utf8')).trim();
    if (!TOKEN_FORM.test(token)) {
      return err(
        `${file} holds no usable token (at least 32 characters, no blanks). Delete it, and a new one is made at the next start.`,
      );
    }
    return ok({ token, file, warnings });
  } finally {
    await handle.close();
  }
}

async function folderWarnings(folder: string): Promise<readonly string[]> {
  const { mode } = await stat(folder);
  // With the sticky bit, as on /tmp, others can add files and cannot replace ours.
  const replaceable = HAS_MODES && (mode & 0o022) !== 0 && (mode & 0o1000) === 0;
  return replaceable ? [`Others can replace files in ${folder}. Run: chmod go-w '${folder}'`] : [];
}

/** If another gateway makes one at the same time, the first one is kept. */
async function createToken(file: string): Promise<void> {
  const token = `${randomBytes(TOKEN_BYTES).toString('base64url')}\n`;
  try {
    // Some file systems have no hard links. There, one of two first starts at the same instant may find a file half written.
    await createFile(file, token).catch(() => writeFile(file, token, { flag: 'wx', mode: 0o600, flush: true }));
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}
