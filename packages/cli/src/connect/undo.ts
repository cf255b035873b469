import type { Result } from '@toolmark/annotations';
import { type ClientId, type ClientPlace, placeFor, planUndo, type UndoPlan, undo } from '@toolmark/setup';
import { clientSurroundings } from '../client-surroundings.ts';
import { type Screen, screenOf } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { confirmFileChange } from './confirm-change.ts';
import { renderDiff } from './diff-text.ts';
import type { ConnectOptions } from './options.ts';
import { tokensOf } from './prepare.ts';
import { findTarget } from './target.ts';
import { findNamedToken, isNamedAfter, tokenInEntry } from './token-in-entry.ts';

/** `toolmark connect <client> --undo`: restores what was there before. */
export async function undoClient(client: ClientId, options: ConnectOptions, io: Io): Promise<ExitCode> {
  const refuse = (message: string): ExitCode => {
    io.stderr.write(`${message}\n`);
    return EXIT.couldNotRun;
  };
  const place = placeFor(client, options.scope, clientSurroundings(io));
  if (typeof place === 'string') return refuse(place);
  const planned = await planUndo(place);
  if (!planned.ok) return refuse(planned.error.message);
  const plan = planned.value;
  const own = plan.kind === 'nothing' ? undefined : await findOwnToken(place, options, io);
  const changes = (screen: Screen): readonly string[] => [
    `${place.name}: ${place.file}`,
    ...renderDiff(plan.shown.before, plan.shown.after, screen),
    ...(own === undefined ? [] : [`- Its token, ${own.name}, is revoked.`]),
  ];
  const tell = (isDone: boolean, revoked?: Result<void, string>): ExitCode => {
    const answer = {
      ...{ client, scope: place.scope, file: place.file, kind: plan.kind },
      ...{ written: isDone && plan.kind !== 'nothing', backups_left: plan.left.map(({ file }) => file) },
      revoked: revoked?.ok === true ? (own?.name ?? null) : null,
    };
    const lines = isDone
      ? [...resultLines(plan), ...tokenLines(own?.name, revoked)]
      : [...changes(screenOf(options, io)), '', 'Nothing was written (--dry-run).'];
    io.stdout.write(options.json ? `${JSON.stringify(answer, null, 2)}\n` : `${lines.join('\n')}\n`);
    return EXIT.clean;
  };
  if (plan.kind === 'nothing' || options.dryRun) return tell(!options.dryRun);
  const shown = { lines: changes, question: QUESTIONS[plan.kind] };
  const declined = await confirmFileChange(place.file, shown, options, io);
  if (declined !== undefined) return declined;
  const done = await undo(plan);
  return done.ok ? tell(true, await own?.revoke()) : refuse(done.error.message);
}

interface OwnToken {
  readonly name: string;
  readonly revoke: () => Promise<Result<void, string>>;
}

/** The token that connecting created for this client. A token from stdin with another name is kept. */
async function findOwnToken(place: ClientPlace, options: ConnectOptions, io: Io): Promise<OwnToken | undefined> {
  const sent = await tokenInEntry(place);
  const target = sent === undefined ? undefined : await findTarget(options, io);
  if (sent === undefined || target?.ok !== true) return undefined;
  const tokens = tokensOf(target.value);
  const list = await tokens.list();
  const named = list.ok ? findNamedToken(sent, list.value) : undefined;
  if (named === undefined || named.status === 'revoked' || !isNamedAfter(named, place.client)) return undefined;
  return { name: named.name, revoke: () => tokens.revoke(named.id) };
}

function tokenLines(name: string | undefined, revoked: Result<void, string> | undefined): readonly string[] {
  if (name === undefined || revoked === undefined) return [];
  return revoked.ok
    ? [`Its token, ${name}, is revoked.`]
    : [`Its token, ${name}, still works: ${revoked.error} Try: toolmark tokens revoke ${name}`];
}

const QUESTIONS = {
  restored: 'Restore the earlier version?',
  deleted: 'Delete this file, which did not exist before?',
  removed: 'The file was changed since. Remove only Toolmark from it?',
} as const;

function resultLines({ kind, place, left }: UndoPlan): readonly string[] {
  const said = {
    restored: `${place.file} is restored.`,
    deleted: `${place.file} is deleted: it did not exist before.`,
    removed: `Toolmark was removed from ${place.file}. The rest is kept, because it was changed since.`,
    nothing: `Toolmark is not in ${place.file}. Nothing to undo.`,
  }[kind];
  const backups = left.map(({ file }) => `  ${file}`);
  return [
    said,
    ...(backups.length === 0 ? [] : ['Backups that are still there; delete them once everything works:', ...backups]),
  ];
}
