import { open, readdir, readFile, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasCode } from '@toolmark/annotations';

/** What a client's file was before it was changed. */
export interface Backup {
  readonly file: string;
  /** There was no file. */
  readonly isNone: boolean;
}

/** Older ones go: nobody wants the tokens of last year beside their config. */
export const MOST_BACKUPS = 5;

const MARK = '.toolmark-backup-';

/** The bytes of a file that is put aside; `undefined` where there was none. For nobody else to read. */
export async function makeBackup(file: string, bytes: string | undefined, now: Date): Promise<Backup> {
  const time = now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  const isNone = bytes === undefined;
  for (let number = 1; ; number += 1) {
    const path = `${file}${MARK}${time}${number === 1 ? '' : `.${number}`}${isNone ? NONE : ''}`;
    try {
      const handle = await open(path, 'wx', 0o600);
      try {
        await handle.writeFile(bytes ?? '');
        await handle.sync();
      } catch (error) {
        // Half of one would be worse than none.
        await unlink(path);
        throw error;
      } finally {
        await handle.close();
      }
      return { file: path, isNone };
    } catch (error) {
      const isTaken = hasCode(error, 'EEXIST');
      if (!isTaken || number >= MOST_IN_A_SECOND) throw error;
    }
  }
}

const NONE = '-none';
const MOST_IN_A_SECOND = 100;

/** The backups of a file, the newest first. */
export async function backupsOf(file: string): Promise<readonly Backup[]> {
  const names = await readdir(dirname(file)).catch(() => []);
  return names
    .filter((name) => name.startsWith(`${basename(file)}${MARK}`))
    .toSorted(byAge)
    .map((name) => ({ file: join(dirname(file), name), isNone: name.endsWith(NONE) }));
}

/** What it says; `undefined` where there was nothing, or it cannot be read any more. */
export async function readBackup({ file, isNone }: Backup): Promise<string | undefined> {
  return isNone ? undefined : await readFile(file, 'utf8').catch(() => undefined);
}

/** Keeps the newest few. */
export async function pruneBackups(file: string): Promise<void> {
  const old = (await backupsOf(file)).slice(MOST_BACKUPS);
  await removeBackups(old);
}

export async function removeBackups(backups: readonly Backup[]): Promise<void> {
  for (const { file } of backups) await unlink(file).catch(() => {});
}

/** By time, and within a second by number. */
function byAge(a: string, b: string): number {
  const [one, other] = [ageOf(a), ageOf(b)];
  return one.time === other.time ? other.number - one.number : one.time < other.time ? 1 : -1;
}

function ageOf(name: string): { readonly time: string; readonly number: number } {
  const [, time = '', number = '1'] = /\.toolmark-backup-([\dTZ-]+?)(?:\.(\d+))?(?:-none)?$/.exec(name) ?? [];
  return { time, number: Number(number) };
}
