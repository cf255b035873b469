import { randomBytes } from 'node:crypto';
import { mkdir, open, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { err, hasCode, ok, type Result, toMessage } from '@toolmark/annotations';
import { createFile } from '@toolmark/base';

/** A token file of the data folder, with warnings about its permissions. */
export interface TokenFile {
  readonly token: string;
  readonly file: string;
  readonly warnings: readonly string[];
}

const TOKEN_BYTES = 32;

/** Characters that an Authorization header may hold. People may choose a token of their own, if it is long enough. */
const TOKEN_FORM = /^[A-Za-z0-9._~+/=-]{32,512}$/;

/** Windows has no such file modes; there, the profile folder is private already. */
const HAS_MODES = process.platform !== 'win32';

/**
 * Reads a token of a data folder, and creates it the first time. Gateways that start at the same time get the same one. A file that other
 * users could read is made private, with a warning. A file that belongs to another user is refused, because that user knows the token.
 */
export async function loadOrCreateToken(dataDir: string, name: string): Promise<Result<TokenFile, string>> {
  const file = join(dataDir, name);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const existing = await readToken(file);
    if (existing !== undefined) return existing;
    await createToken(file);
    return (await readToken(file)) ?? err(`${file} was deleted while it was being created. Start again.`);
  } catch (error) {
    return err(`The token cannot be kept in ${dataDir}: ${toMessage(error)}`);
  }
}

/** Reads a token under the same conditions; `undefined` if there is no file. */
export async function readToken(file: string): Promise<Result<TokenFile, string> | undefined> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (handle === undefined) return undefined;
  try {
    // All checks use the open file, so that it cannot be replaced between them.
    const { uid, mode } = await handle.stat();
    if (HAS_MODES && uid !== process.getuid?.() && uid !== 0) {
      return err(`${file} belongs to another user. Delete it, and a new one is created at the next start.`);
    }
    const warnings = [...(await folderWarnings(join(file, '..')))];
    if (HAS_MODES && (mode & 0o077) !== 0) {
      const tightened = await handle.chmod(0o600).then(
        () => true,
        () => false,
      );
      warnings.push(
        `${file} could be read by others${tightened ? '; it no longer can' : ', and its mode cannot be changed'}. If anyone did, delete it: a new one is created at the next start.`,
      );
    }
    const token = (await handle.readFile('utf8')).trim();
    if (!TOKEN_FORM.test(token)) {
      return err(
        `${file} holds no usable token (at least 32 characters, no blanks). Delete it, and a new one is created at the next start.`,
      );
    }
    return ok({ token, file, warnings });
  } finally {
    await handle.close();
  }
}

async function folderWarnings(folder: string): Promise<readonly string[]> {
  const { mode } = await stat(folder);
  // With the sticky bit, as on /tmp, other users can add files but not replace ours.
  const replaceable = HAS_MODES && (mode & 0o022) !== 0 && (mode & 0o1000) === 0;
  return replaceable ? [`Others can replace files in ${folder}. Run: chmod go-w '${folder}'`] : [];
}

/** If another gateway creates the file at the same time, the first file is kept. */
async function createToken(file: string): Promise<void> {
  const token = `${randomBytes(TOKEN_BYTES).toString('base64url')}\n`;
  try {
    // Some file systems have no hard links. There, one of two gateways that start at once may read a half-written file.
    await createFile(file, token).catch(() => writeFile(file, token, { flag: 'wx', mode: 0o600, flush: true }));
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}
