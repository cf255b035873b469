import { chmod } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { err, isJsonObject, ok, type Result, toMessage } from '@toolmark/annotations';
import { writeProblem } from '../edit/config-file.ts';
import type { RawEntry } from '../edit/edit-config.ts';
import { type Backup, makeBackup, pruneBackups, removeBackups } from './backups.ts';
import { type ClientText, readClientFile, writeClientFile } from './client-file.ts';
import type { ClientPlace } from './clients.ts';
import { putEntry, serversIn } from './edit-entry.ts';
import { ENTRY_NAME } from './entry-formats.ts';
import { type ShownText, showText } from './show-text.ts';

/** The reason why a client's file was not changed, as a sentence for a person. */
export interface ConnectProblem {
  /**
   * `unreadable`: cannot be read, or has a wrong format. `unfit`: cannot be changed in place. `unwritable`: cannot be
   * written. `changed`: another process changed it meanwhile.
   */
  readonly kind: 'unreadable' | 'unfit' | 'unwritable' | 'changed';
  readonly message: string;
}

/** The planned change of a file. Nothing is written yet. */
export interface ConnectPlan {
  readonly place: ClientPlace;
  /**
   * `new`: the file does not exist. `added`: Toolmark is new in it. `changed`: its entry changes. `same`: nothing to
   * do.
   */
  readonly kind: 'new' | 'added' | 'changed' | 'same';
  readonly before: ClientText | undefined;
  readonly after: string;
  /** Both texts for people, without secrets. */
  readonly shown: { readonly before: ShownText; readonly after: ShownText };
  /** The names of the other servers, which stay. */
  readonly others: readonly string[];
  /** The file will contain a token, so it becomes readable only by its owner. */
  readonly isPrivate: boolean;
}

/** The result of connecting. */
export interface Connected {
  /** The backup; `undefined` if nothing was changed. */
  readonly backup: Backup | undefined;
  /** Other users could read the file before and no longer can. */
  readonly isTightened: boolean;
}

/** The mode bits for group and others. */
const OTHERS = 0o077;

/** Whether other users can read the file. Windows has no such bits. */
export const isOpenToOthers = (mode: number): boolean => process.platform !== 'win32' && (mode & OTHERS) !== 0;

/** Plans the change that adds an entry to a client's file, or returns the reason why it is not possible. Only reads. */
export async function planConnect(
  place: ClientPlace,
  entry: RawEntry,
  secrets: readonly string[] = [],
): Promise<Result<ConnectPlan, ConnectProblem>> {
  const read = await readClientFile(place.file);
  if (!read.ok) return refuse('unreadable', read.error);
  const before = read.value;
  const text = before?.text ?? '';
  const servers = serversIn(text, place);
  if (!servers.ok)
    return refuse('unreadable', `${place.file} ${servers.error}. Nothing was changed: correct it first.`);
  const after = putEntry(text, place, entry);
  if (!after.ok) return refuse('unfit', `${place.file} ${after.error}. Nothing was changed.`);
  if (before !== undefined && after.value !== text) {
    const problem = await writeProblem(place.file);
    if (problem !== undefined) return refuse('unwritable', problem);
  }
  const own = servers.value.find(([name]) => name === ENTRY_NAME)?.[1];
  return ok({
    place,
    before,
    after: after.value,
    kind: planKind(before, own, after.value),
    shown: {
      before: showText(text, place.format, secrets),
      after: showText(after.value, place.format, secrets),
    },
    others: servers.value.map(([name]) => name).filter((name) => name !== ENTRY_NAME),
    isPrivate: secrets.some((secret) => secret !== '' && after.value.includes(secret)),
  });
}

/** Carries out a plan: writes a backup, then replaces the file atomically. */
export async function connect(plan: ConnectPlan, now: Date): Promise<Result<Connected, ConnectProblem>> {
  const { place, before, after, kind, isPrivate } = plan;
  if (kind !== 'same') return await writeWithBackup(place.file, { before, after, isPrivate }, now);
  const isTightened = isPrivate && before !== undefined && isOpenToOthers(before.mode);
  try {
    if (isTightened) await chmod(place.file, OWNER_ONLY);
    return ok({ backup: undefined, isTightened });
  } catch (error) {
    return refuse('unwritable', `The mode of ${place.file} cannot be changed: ${toMessage(error)}`);
  }
}

const OWNER_ONLY = 0o600;

interface Change {
  readonly before: ClientText | undefined;
  readonly after: string;
  readonly isPrivate: boolean;
}

/** Writes a backup beside the file, then replaces it atomically. */
export async function writeWithBackup(
  file: string,
  { before, after, isPrivate }: Change,
  now: Date,
): Promise<Result<Connected, ConnectProblem>> {
  let backup: Backup | undefined;
  try {
    // A missing file needs no backup, and its folder may not exist yet.
    if (before !== undefined) backup = await makeBackup(file, withByteOrderMark(before), now);
  } catch (error) {
    return refuse('unwritable', `The backup of ${file} cannot be written: ${toMessage(error)}`);
  }
  const written = await writeClientFile(file, after, before, isPrivate ? OWNER_ONLY : undefined);
  if (written.kind !== 'written') {
    if (backup !== undefined) await removeBackups([backup]);
    return refuse(written.kind, written.message);
  }
  backup ??= await makeBackup(file, undefined, now).catch(() => undefined);
  await pruneBackups(file);
  return ok({ backup, isTightened: isPrivate && before !== undefined && isOpenToOthers(before.mode) });
}

/** The text with its byte order mark, as on disk. */
export const withByteOrderMark = ({ text, hasMark }: Pick<ClientText, 'text' | 'hasMark'>): string =>
  hasMark ? `\uFEFF${text}` : text;

export const refuse = (kind: ConnectProblem['kind'], message: string): Result<never, ConnectProblem> =>
  err({ kind, message });

function planKind(before: ClientText | undefined, own: unknown, after: string): ConnectPlan['kind'] {
  if (before === undefined) return 'new';
  if (before.text === after) return 'same';
  return isJsonObject(own) && !isDeepStrictEqual(own, {}) ? 'changed' : 'added';
}
