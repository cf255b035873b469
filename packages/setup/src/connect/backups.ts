import { open, readdir, readFile, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasCode } from '@toolmark/annotations';

/** The content of a client's file before a change. */
export interface Backup {
  readonly file: string;
  /** The file did not exist. */
  readonly isNone: boolean;
}

/** Older backups are deleted, because they may contain old tokens. */
export const MAX_BACKUPS = 5;

const BACKUP_SUFFIX = '.toolmark-backup-';

/** Writes a backup of a file, readable only by its owner; `undefined` if there was no file. */
export async function makeBackup(file: string, bytes: string | undefined, now: Date): Promise<Backup> {
  const time = now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  const isNone = bytes === undefined;
  for (let number = 1; ; number += 1) {
    const path = `${file}${BACKUP_SUFFIX}${time}${number === 1 ? '' : `.${number}`}${isNone ? NO_FILE_SUFFIX : ''}`;
    try {
      const handle = await open(path, 'wx', 0o600);
      try {
        await handle.writeFile(bytes ?? '');
        await handle.sync();
      } catch (error) {
        // An incomplete backup would be worse than none.
        await unlink(path);
        throw error;
      } finally {
        await handle.close();
      }
      return { file: path, isNone };
    } catch (error) {
      const isTaken = hasCode(error, 'EEXIST');
      if (!isTaken || number >= MAX_PER_SECOND) throw error;
    }
  }
}

const NO_FILE_SUFFIX = '-none';
const MAX_PER_SECOND = 100;

/** The backups of a file, newest first. */
export async function listBackups(file: string): Promise<readonly Backup[]> {
  const names = await readdir(dirname(file)).catch(() => []);
  return names
    .filter((name) => name.startsWith(`${basename(file)}${BACKUP_SUFFIX}`))
    .toSorted(byAge)
    .map((name) => ({ file: join(dirname(file), name), isNone: name.endsWith(NO_FILE_SUFFIX) }));
}

/** The content of a backup; `undefined` if there was no file, or if the backup is unreadable. */
export async function readBackup({ file, isNone }: Backup): Promise<string | undefined> {
  return isNone ? undefined : await readFile(file, 'utf8').catch(() => undefined);
}

/** Deletes all but the newest backups. */
export async function pruneBackups(file: string): Promise<void> {
  const old = (await listBackups(file)).slice(MAX_BACKUPS);
  await removeBackups(old);
}

export async function removeBackups(backups: readonly Backup[]): Promise<void> {
  for (const { file } of backups) await unlink(file).catch(() => {});
}

/** Compares by time, and within one second by number. */
function byAge(a: string, b: string): number {
  const [one, other] = [parseBackupName(a), parseBackupName(b)];
  return one.time === other.time ? other.number - one.number : one.time < other.time ? 1 : -1;
}

function parseBackupName(name: string): { readonly time: string; readonly number: number } {
  const [, time = '', number = '1'] = /\.toolmark-backup-([\dTZ-]+?)(?:\.(\d+))?(?:-none)?$/.exec(name) ?? [];
  return { time, number: Number(number) };
}
