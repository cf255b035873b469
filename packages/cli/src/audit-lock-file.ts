import { readFile, realpath, stat } from 'node:fs/promises';
import { err, hasCode, ok, type Result } from '@toolmark/annotations';
import { lockFile, type ReplaceOptions, replaceFile } from '@toolmark/base';

/**
 * Changes a lock based on its current content. Gateways that share it take turns with the `.lock` file beside it.
 * Symbolic links and the file mode are kept. `change` receives `undefined` if there is no file, and returns `undefined`
 * to write nothing.
 *
 * @throws file system errors
 */
export async function changeLockFile(
  place: string,
  change: (text: string | undefined) => Result<string | undefined, string>,
): Promise<Result<undefined, string>> {
  const file = await realpath(place).catch(() => place);
  const lock = await lockFile(`${file}.lock`);
  if (!lock.ok) return lock;
  try {
    const text = change(await readText(file));
    if (!text.ok) return text;
    if (text.value === undefined) return ok(undefined);
    const written = await replaceFile(file, text.value, {
      ...(await keptMode(file)),
      mayReplace: lock.value.isHeld,
    });
    return written === undefined ? err('another process is writing it; try again') : ok(undefined);
  } finally {
    await lock.value.release();
  }
}

/** A replaced file keeps its permissions; a new one gets the umask's. */
async function keptMode(file: string): Promise<ReplaceOptions> {
  const before = await stat(file).catch(() => undefined);
  if (before === undefined) return { mode: 0o666 };
  return { mode: before.mode, prepare: (draft) => draft.chmod(before.mode & 0o777) };
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
