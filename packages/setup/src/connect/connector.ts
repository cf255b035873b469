import { chmod } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { err, isJsonObject, ok, type Result, toMessage } from '@toolmark/annotations';
import { writeProblem } from '../edit/config-file.ts';
import type { RawEntry } from '../edit/edit-config.ts';
import { type Backup, makeBackup, pruneBackups, removeBackups } from './backups.ts';
import { type ClientText, readClientFile, writeClientFile } from './client-file.ts';
import type { ClientPlace } from './clients.ts';
import { putEntry, serversIn } from './edit-entry.ts';
import { ENTRY_NAME } from './entry.ts';
import { type ShownText, showText } from './show-text.ts';

/** Why a client's file stays as it is, in a sentence for a person. */
export interface ConnectProblem {
  /**
   * `unreadable`: it cannot be read, or is not what it should be. `unfit`: it can, but not be changed in place. `unwritable`:
   * nobody may write it. `changed`: somebody else did meanwhile.
   */
  readonly kind: 'unreadable' | 'unfit' | 'unwritable' | 'changed';
  readonly message: string;
}

/** What connecting would do to a file. Nothing is done yet. */
export interface ConnectPlan {
  readonly place: ClientPlace;
  /** `new`: there is no file. `added`: Toolmark is new in it. `changed`: it is there in another way. `same`: nothing to do. */
  readonly kind: 'new' | 'added' | 'changed' | 'same';
  readonly before: ClientText | undefined;
  readonly after: string;
  /** The same two for people, without secrets. */
  readonly shown: { readonly before: ShownText; readonly after: ShownText };
  /** The names of the other servers there, which stay. */
  readonly others: readonly string[];
  /** It will hold a token: only its owner may read it then, whoever could before. */
  readonly isPrivate: boolean;
}

/** What was done. */
export interface Connected {
  /** Where what was there before is kept; `undefined` where nothing was changed. */
  readonly backup: Backup | undefined;
  /** Others could read the file before, and no longer can. */
  readonly isTightened: boolean;
}

/** The bits by which others than the owner may use a file. */
const OTHERS = 0o077;

/** Whether others can read a file that is for its owner alone. Windows has no such bits. */
export const isOpenToOthers = (mode: number): boolean => process.platform !== 'win32' && (mode & OTHERS) !== 0;

/** What putting an entry into a client's file would do, or why it cannot be put there. Only reads. */
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
    ...{ place, before, after: after.value },
    kind: kindOf(before, own, after.value),
    shown: {
      before: showText(text, place.format, secrets),
      after: showText(after.value, place.format, secrets),
    },
    others: servers.value.map(([name]) => name).filter((name) => name !== ENTRY_NAME),
    isPrivate: secrets.some((secret) => secret !== '' && after.value.includes(secret)),
  });
}

/** Does what was planned: keeps what is there, then replaces it all at once. */
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

/** Keeps what is in a file beside it, then replaces it all at once. */
export async function writeWithBackup(
  file: string,
  { before, after, isPrivate }: Change,
  now: Date,
): Promise<Result<Connected, ConnectProblem>> {
  let backup: Backup | undefined;
  try {
    // A folder that is not there yet has nothing to be kept beside.
    if (before !== undefined) backup = await makeBackup(file, bytesOf(before), now);
  } catch (error) {
    return refuse('unwritable', `What is in ${file} cannot be kept beside it: ${toMessage(error)}`);
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

/** A text as it is on disk. */
export const bytesOf = ({ text, hasMark }: Pick<ClientText, 'text' | 'hasMark'>): string =>
  hasMark ? `\uFEFF${text}` : text;

export const refuse = (kind: ConnectProblem['kind'], message: string): Result<never, ConnectProblem> =>
  err({ kind, message });

function kindOf(before: ClientText | undefined, own: unknown, after: string): ConnectPlan['kind'] {
  if (before === undefined) return 'new';
  if (before.text === after) return 'same';
  return isJsonObject(own) && !isDeepStrictEqual(own, {}) ? 'changed' : 'added';
}
