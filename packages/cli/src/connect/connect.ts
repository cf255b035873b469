import { type ClientId, connect } from '@toolmark/gateway';
import { type Screen, screenOf } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { agreeToChange } from './agree-to-change.ts';
import { renderDiff } from './diff-text.ts';
import type { Remark } from './notes.ts';
import type { ConnectOptions } from './options.ts';
import { type Prepared, prepare } from './prepare.ts';

/** `toolmark connect <client>`: puts Toolmark into the config of a client, after showing what will change. */
export async function connectClient(client: ClientId, options: ConnectOptions, io: Io): Promise<ExitCode> {
  const prepared = await prepare(client, options, io);
  if (!prepared.ok) {
    io.stderr.write(`${prepared.error}\n`);
    return EXIT.couldNotRun;
  }
  const { plan } = prepared.value;
  const { place, kind } = plan;
  if (options.dryRun) return tell(prepared.value, undefined, options, io);
  if (kind !== 'same') {
    const question = kind === 'new' ? 'Make this file?' : 'Change this file?';
    const shown = { lines: (screen: Screen) => changeLines(prepared.value, screen), question };
    const declined = await agreeToChange(place.file, shown, options, io);
    if (declined !== undefined) return declined;
  }
  const done = await connect(plan, io.now());
  if (done.ok) return tell(prepared.value, done.value.backup?.file, options, io);
  io.stderr.write(`${done.error.message}\n`);
  return EXIT.couldNotRun;
}

function tell(prepared: Prepared, backup: string | undefined, options: ConnectOptions, io: Io): ExitCode {
  const { plan, transport, warnings, notes } = prepared;
  const { place, kind, others } = plan;
  const screen = screenOf(options, io);
  if (options.json) {
    const answer = {
      ...{ client: place.client, scope: place.scope, file: place.file, kind, transport },
      ...{ written: !options.dryRun && kind !== 'same', backup: backup ?? null, other_servers: others },
      remarks: [...warnings, ...notes].map(({ text }) => text),
    };
    io.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
    return EXIT.clean;
  }
  const lines = options.dryRun
    ? [...changeLines(prepared, screen), '', 'Nothing was written (--dry-run).']
    : doneLines(prepared, backup, options, screen);
  io.stdout.write(`${lines.join('\n')}\n`);
  return EXIT.clean;
}

function changeLines({ plan, warnings }: Prepared, screen: Screen): readonly string[] {
  const { place, kind, shown } = plan;
  const what = kind === 'new' ? ' (new)' : kind === 'same' ? ' (nothing changes)' : '';
  return [
    `${place.name}: ${place.file}${what}`,
    ...renderDiff(shown.before, shown.after, screen),
    ...renderRemarks(warnings, screen),
  ];
}

function doneLines(
  { plan, warnings, notes }: Prepared,
  backup: string | undefined,
  options: ConnectOptions,
  screen: Screen,
): readonly string[] {
  const { place, kind } = plan;
  const undo = `toolmark connect ${place.client} --undo${options.scope === 'project' ? ' --scope project' : ''}`;
  if (kind === 'same') {
    return [
      `Toolmark is in ${place.name} already, in this way: ${place.file}`,
      ...renderRemarks([...warnings, ...notes], screen),
    ];
  }
  return [
    `Toolmark is in ${place.name} now: ${place.file}`,
    ...(backup === undefined || kind === 'new' ? [] : [`What was there before: ${backup}`]),
    `To take it back: ${undo}`,
    // Who was asked has seen them.
    ...renderRemarks([...(options.yes ? warnings : []), ...notes], screen),
  ];
}

function renderRemarks(remarks: readonly Remark[], { paint }: Screen): readonly string[] {
  return remarks.map(({ kind, text }) => (kind === 'warning' ? `${paint('yellow', '!')} ${text}` : `- ${text}`));
}
