import { err, ok, type Result } from '@toolmark/annotations';
import { type ClientId, connect } from '@toolmark/setup';
import { type Screen, screenOf } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { confirmFileChange } from './confirm-change.ts';
import { renderDiff } from './diff-text.ts';
import type { Remark } from './notes.ts';
import type { ConnectOptions } from './options.ts';
import { type Prepared, prepare } from './prepare.ts';

/** `toolmark connect <client>`: adds Toolmark to a client's config, after showing the change. */
export async function connectClient(client: ClientId, options: ConnectOptions, io: Io): Promise<ExitCode> {
  const prepared = await prepare(client, options, io);
  if (!prepared.ok) {
    io.stderr.write(`${prepared.error}\n`);
    return EXIT.couldNotRun;
  }
  const { place, kind } = prepared.value.plan;
  if (options.dryRun) return printResult(prepared.value, undefined, options, io);
  if (kind !== 'same') {
    const question = kind === 'new' ? 'Create this file?' : 'Change this file?';
    const shown = { lines: (screen: Screen) => changeLines(prepared.value, screen), question };
    const declined = await confirmFileChange(place.file, shown, options, io);
    if (declined !== undefined) return declined;
  }
  const done = await applyChange(prepared.value, io.now());
  if (done.ok) return printResult(prepared.value, done.value, options, io);
  io.stderr.write(`${done.error}\n`);
  return EXIT.couldNotRun;
}

interface Done {
  readonly backup: string | undefined;
  /** The name of the created token. */
  readonly token: string | undefined;
  readonly remarks: readonly Remark[];
}

/** Writes the file. The token is created only after the confirmation, and revoked if the file cannot be written. */
async function applyChange(prepared: Prepared, now: Date): Promise<Result<Done, string>> {
  const { replaces, tokens } = prepared;
  const made = prepared.newToken === undefined ? undefined : await tokens.create(prepared.newToken);
  if (made?.ok === false) return made;
  const named = made?.value.named;
  const plan = made === undefined ? ok(prepared.plan) : await prepared.planWith(made.value.token);
  const done = plan.ok ? await connect(plan.value, now) : plan;
  if (!done.ok) {
    if (named !== undefined) await tokens.revoke(named.id);
    return err(typeof done.error === 'string' ? done.error : done.error.message);
  }
  const revoked = replaces === undefined ? undefined : await tokens.revoke(replaces.id);
  const remarks: readonly Remark[] =
    revoked?.ok === false
      ? [{ kind: 'warning', text: `Its previous token, ${replaces?.name}, still works: ${revoked.error}` }]
      : [];
  return ok({ backup: done.value.backup?.file, token: named?.name, remarks });
}

function printResult(prepared: Prepared, done: Done | undefined, options: ConnectOptions, io: Io): ExitCode {
  const { plan, transport, warnings, notes } = prepared;
  const { place, kind, others } = plan;
  const screen = screenOf(options, io);
  if (options.json) {
    const answer = {
      ...{ client: place.client, scope: place.scope, file: place.file, kind, transport },
      ...{ written: !options.dryRun && kind !== 'same', backup: done?.backup ?? null, token: done?.token ?? null },
      other_servers: others,
      remarks: [...warnings, ...notes, ...(done?.remarks ?? [])].map(({ text }) => text),
    };
    io.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
    return EXIT.clean;
  }
  const lines = options.dryRun
    ? [...changeLines(prepared, screen), '', 'Nothing was written (--dry-run).']
    : doneLines(prepared, done, options, screen);
  io.stdout.write(`${lines.join('\n')}\n`);
  return EXIT.clean;
}

function changeLines({ plan, warnings }: Prepared, screen: Screen): readonly string[] {
  const { place, kind, shown } = plan;
  const what = kind === 'new' ? ' (new)' : kind === 'same' ? ' (no change)' : '';
  return [
    `${place.name}: ${place.file}${what}`,
    ...renderDiff(shown.before, shown.after, screen),
    ...renderRemarks(warnings, screen),
  ];
}

function doneLines(
  { plan, warnings, notes }: Prepared,
  done: Done | undefined,
  options: ConnectOptions,
  screen: Screen,
): readonly string[] {
  const { place, kind } = plan;
  const { backup, token, remarks = [] } = done ?? {};
  const undo = `toolmark connect ${place.client} --undo${options.scope === 'project' ? ' --scope project' : ''}`;
  if (kind === 'same') {
    return [
      `Toolmark is already in ${place.name} like this: ${place.file}`,
      ...renderRemarks([...warnings, ...notes], screen),
    ];
  }
  return [
    `Toolmark was added to ${place.name}: ${place.file}`,
    ...(token === undefined ? [] : [`Its token: ${token} (toolmark tokens shows its last use)`]),
    ...(backup === undefined || kind === 'new' ? [] : [`Backup: ${backup}`]),
    `Undo: ${undo}`,
    // Warnings were already shown with the question.
    ...renderRemarks([...(options.yes ? warnings : []), ...remarks, ...notes], screen),
  ];
}

function renderRemarks(remarks: readonly Remark[], { paint }: Screen): readonly string[] {
  return remarks.map(({ kind, text }) => (kind === 'warning' ? `${paint('yellow', '!')} ${text}` : `- ${text}`));
}
