import { randomUUID } from 'node:crypto';
import { open, readFile, realpath, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { err, ok, type Result } from '@toolmark/annotations';

/** A gateway that shares the file locks it for milliseconds at a time. */
const GIVE_UP_MS = 10_000;
const PAUSE_MS = 20;

/**
 * Changes a lock based on its current content. Gateways that share it take turns with the `.lock` file beside it.
 * Symbolic links and the file mode are kept. `change` receives `undefined` if there is no file, and returns `undefined`
 * to write nothing.
 * @throws file system errors
 *
 * @throws what the file system says
 */
export async function changeLockFile(
  place: string,
  change: (text: string | undefined) => Result<string | undefined, string>,
): Promise<Result<undefined, string>> {
  const file = await realpath(place).catch(() => place);
  const turn = `${file}.lock`;
  const own = `${process.pid} ${randomUUID()}\n`;
  if (!(await takeTurn(turn, own))) return err(`${turn} is held by another process. If none is running, delete it.`);
  try {
    const text = change(await readText(file));
    if (!text.ok) return text;
    if (text.value === undefined) return ok(undefined);
    const isOurs = async () => (await readText(turn)) === own;
    return (await replace(file, text.value, isOurs)) ? ok(undefined) : err('another process is writing it; try again');
  } finally {
    if ((await readText(turn)) === own) await unlink(turn);
  }
}

async function takeTurn(turn: string, own: string): Promise<boolean> {
  for (let waited = 0; waited < GIVE_UP_MS; waited += PAUSE_MS) {
    try {
      await writeFile(turn, own, { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    }
    await pause(PAUSE_MS);
  }
  return false;
}

/**
 * Write atomically, because half a lock would let tools pass as new ones; and write nothing if our turn was taken away
 * meanwhile.
 */
async function replace(file: string, text: string, isOurs: () => Promise<boolean>): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`;
  try {
    const before = await stat(file).catch(() => undefined);
    const handle = await open(draft, 'wx', before?.mode ?? 0o666);
    try {
      // A new file gets its mode from the user's umask.
      if (before !== undefined) await handle.chmod(before.mode & 0o777);
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (!(await isOurs())) return false;
    await rename(draft, file);
    return true;
  } finally {
    await rm(draft, { force: true });
  }
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
