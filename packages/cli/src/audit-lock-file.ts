import { randomUUID } from 'node:crypto';
import { open, readFile, realpath, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { err, ok, type Result } from '@toolmark/annotations';

/** A gateway that shares the file holds it for some milliseconds at a time. */
const GIVE_UP_MS = 10_000;
const PAUSE_MS = 20;

/**
 * Changes what is in a lock now, whoever wrote it last: the gateways that share it take turns by the same `.lock` file beside it.
 * A link stays one, and the file keeps its mode. `change` gets `undefined` where there is no file, and gives back `undefined` where
 * there is nothing to write.
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

/** Whole or not at all: half a lock would let tools pass as new ones. Not at all, too, where the turn was lost meanwhile. */
async function replace(file: string, text: string, isOurs: () => Promise<boolean>): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`;
  try {
    const before = await stat(file).catch(() => undefined);
    const handle = await open(draft, 'wx', before?.mode ?? 0o666);
    try {
      // Not for a new one: what the person's umask says goes there.
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
