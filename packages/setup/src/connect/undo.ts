import { unlink } from 'node:fs/promises';
import { isJsonObject, ok, type Result, toMessage } from '@toolmark/annotations';
import { writeProblem } from '../edit/config-file.ts';
import { type Backup, listBackups, readBackup, removeBackups } from './backups.ts';
import { type ClientText, readClientFile, writeClientFile } from './client-file.ts';
import type { ClientPlace } from './clients.ts';
import { type ConnectProblem, refuse, withByteOrderMark } from './connector.ts';
import { putEntry, removeEntry, serversIn } from './edit-entry.ts';
import { ENTRY_NAME } from './entry-formats.ts';
import { type ShownText, showText } from './show-text.ts';

/** The planned removal of Toolmark from a file. Nothing is written yet. */
export interface UndoPlan {
  readonly place: ClientPlace;
  /**
   * `restored`: back to the state before, byte for byte. `deleted`: there was no file before. `removed`: only our entry
   * is removed, because the file was changed since. `nothing`: Toolmark is not in it.
   */
  readonly kind: 'restored' | 'deleted' | 'removed' | 'nothing';
  readonly before: ClientText | undefined;
  readonly after: string;
  readonly shown: { readonly before: ShownText; readonly after: ShownText };
  /** Backups that are obsolete afterwards. */
  readonly obsolete: readonly Backup[];
  /** Backups that stay. */
  readonly left: readonly Backup[];
}

/** Plans the removal. Only reads. */
export async function planUndo(
  place: ClientPlace,
  secrets: readonly string[] = [],
): Promise<Result<UndoPlan, ConnectProblem>> {
  const read = await readClientFile(place.file);
  if (!read.ok) return refuse('unreadable', read.error);
  const before = read.value;
  const text = before?.text ?? '';
  const servers = serversIn(text, place);
  if (!servers.ok)
    return refuse('unreadable', `${place.file} ${servers.error}. Nothing was changed: correct it first.`);
  const own = servers.value.find(([name]) => name === ENTRY_NAME)?.[1];
  const backups = await listBackups(place.file);
  const plan = (kind: UndoPlan['kind'], after: string, obsolete: readonly Backup[]): Result<UndoPlan, ConnectProblem> =>
    ok({
      place,
      kind,
      before,
      after,
      obsolete,
      left: backups.filter((each) => !obsolete.includes(each)),
      shown: {
        before: showText(text, place.format, secrets),
        after: showText(after.replace(/^\uFEFF/, ''), place.format, secrets),
      },
    });
  if (before === undefined || own === undefined) return plan('nothing', text, []);
  const problem = await writeProblem(place.file);
  if (problem !== undefined) return refuse('unwritable', problem);
  const chain = isJsonObject(own) ? await findUndoChain(backups, place, before, own) : [];
  const first = chain.at(-1);
  if (first !== undefined) {
    const obsolete = chain.map(({ backup }) => backup);
    return first.text === undefined ? plan('deleted', '', obsolete) : plan('restored', first.text, obsolete);
  }
  const without = removeEntry(text, place);
  if (!without.ok) return refuse('unfit', `${place.file} ${without.error}. Nothing was changed.`);
  return plan('removed', without.value, []);
}

/** Carries out the plan. */
export async function undo(plan: UndoPlan): Promise<Result<void, ConnectProblem>> {
  const { place, kind, before, after, obsolete } = plan;
  if (before === undefined || kind === 'nothing') return ok(undefined);
  if (kind === 'deleted') {
    const now = await readClientFile(place.file);
    if (!now.ok || now.value?.hash !== before.hash) {
      return refuse('changed', `${place.file} was changed meanwhile, so nothing was done. Try again.`);
    }
    try {
      await unlink(place.file);
    } catch (error) {
      return refuse('unwritable', `${place.file} cannot be deleted: ${toMessage(error)}`);
    }
  } else {
    // A backup contains the byte order mark already.
    const whole = kind === 'restored' ? { ...before, hasMark: false } : before;
    const written = await writeClientFile(place.file, after, whole);
    if (written.kind !== 'written') return refuse(written.kind, written.message);
  }
  await removeBackups(obsolete);
  return ok(undefined);
}

interface UndoStep {
  readonly backup: Backup;
  /** The content on disk; `undefined` if there was no file. */
  readonly text: string | undefined;
}

/**
 * The backups since Toolmark was added to the file, newest first: adding the current entry to each of them must give
 * the current file. A change by another program in between ends the chain.
 */
async function findUndoChain(
  backups: readonly Backup[],
  place: ClientPlace,
  now: ClientText,
  entry: Readonly<Record<string, unknown>>,
): Promise<readonly UndoStep[]> {
  const chain: UndoStep[] = [];
  for (const backup of backups) {
    const text = await readBackup(backup);
    if (text === undefined && !backup.isNone) break;
    const hasMark = text?.startsWith('\uFEFF') ?? false;
    const put = putEntry(text?.replace(/^\uFEFF/, '') ?? '', place, entry);
    if (!put.ok || withByteOrderMark({ text: put.value, hasMark }) !== withByteOrderMark(now)) break;
    chain.push({ backup, text });
    // The file before this backup had no Toolmark entry.
    const servers = text === undefined ? undefined : serversIn(text.replace(/^\uFEFF/, ''), place);
    if (servers?.ok !== true || !servers.value.some(([name]) => name === ENTRY_NAME)) break;
  }
  return chain;
}
