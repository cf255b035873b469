import { err, ok, type Result } from '@toolmark/annotations';
import { safeText } from '@toolmark/audit';
import { codeLoadingVariables } from '@toolmark/reach';
import type { ServerDesk } from '@toolmark/setup';
import { hasPerson } from '../ask-person.ts';
import { confirmAction } from '../confirm-action.ts';
import { type Screen, screenOf } from '../gateway-client-command.ts';
import { waitForServers } from '../import/wait-for-servers.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { reviewAddedServers } from '../review/review-added-servers.ts';
import { renderJson } from '../text/long-text.ts';
import { shellWord } from '../text/shell-word.ts';
import { chooseWay, describeMissing, fillPlan } from './choose.ts';
import { type ConfigFileOptions, openConfigFile } from './open-config-file.ts';
import { pairsOf, parseValues, type ValueOptions, type Values } from './values.ts';

export interface AddOptions extends ConfigFileOptions, ValueOptions {
  readonly as?: string;
  readonly package?: string;
  readonly url?: string;
  readonly transport?: 'http' | 'sse';
  readonly cwd?: string;
  readonly allowPrivate?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
  readonly color?: boolean;
}

type Entry = Readonly<Record<string, unknown>>;

/** The server to add, with notes for the user. */
interface Wanted {
  readonly name: string;
  readonly entry: Entry;
  /** The entry without its secrets. */
  readonly shown: Entry;
  readonly about: readonly string[];
  readonly notes: readonly string[];
  /** What is still missing before it can be added. */
  readonly missing: string | undefined;
}

export async function addServer(
  name: string,
  command: readonly string[],
  options: AddOptions,
  io: Io,
): Promise<ExitCode> {
  const { desk, isRunning } = await openConfigFile(options, io);
  const say = (message: string, code: ExitCode): ExitCode => {
    io.stderr.write(`${message.split('\n').map(safeText).join('\n')}\n`);
    return code;
  };
  const values = parseValues(options);
  if (!values.ok) return say(values.error, EXIT.couldNotRun);
  const isOwn = command.length > 0 || options.url !== undefined;
  const made = isOwn
    ? toUnlistedServer(name, command, options, values.value, desk)
    : await fromRegistry(name, options, values.value, desk, io);
  if (!made.ok) return say(made.error, EXIT.couldNotRun);
  const wanted = made.value;
  const checked = await desk.check(wanted.name, wanted.entry);
  if (!checked.ok && wanted.missing === undefined) return say(checked.error.message, EXIT.findings);
  const lines = (screen: Screen): readonly string[] => renderWanted(wanted, desk, screen);
  if (options.dryRun) {
    const { name: as, shown: entry, notes, missing = null } = wanted;
    const json = { name: as, entry, config: desk.configFile, notes, missing };
    const text = options.json ? JSON.stringify(json, null, 2) : lines(screenOf(options, io)).join('\n');
    io.stdout.write(`${text}\n`);
    return wanted.missing === undefined ? EXIT.clean : EXIT.findings;
  }
  const agreed = await confirmAction(
    {
      lines,
      question: `Add it as ${safeText(wanted.name)}?`,
      otherwise: `${[...lines(screenOf({ color: false }, io)), ''].join('\n')}\nAdding it decides what runs on this machine, so a person has to confirm.`,
      declined: 'Nothing was changed.',
    },
    options,
    io,
  );
  if (!agreed.ok) return say(agreed.error.message, EXIT.findings);
  const added = await desk.add(wanted.name, wanted.entry);
  if (!added.ok) return say(added.error.message, EXIT.findings);
  const next = isRunning
    ? `The running gateway starts it: toolmark servers show ${shellWord(safeText(wanted.name))}`
    : 'It is started with: toolmark serve';
  const json = { name: wanted.name, entry: wanted.shown, config: desk.configFile };
  io.stdout.write(
    options.json
      ? `${JSON.stringify(json, null, 2)}\n`
      : `✓ ${safeText(wanted.name)} is in ${desk.configFile}.\n  ${next}\n`,
  );
  // An explicit `trust` needs no review.
  if (!options.json && wanted.entry['trust'] === undefined) {
    const { url: _own, ...address } = options;
    // Only a person at the terminal is asked right away.
    const isUsed = isRunning && hasPerson(io) && (await waitForServers([wanted.name], address, io));
    await reviewAddedServers([wanted.name], isUsed, address, io);
  }
  return EXIT.clean;
}

/** A server that is not from the registry. */
function toUnlistedServer(
  name: string,
  [program, ...args]: readonly string[],
  options: AddOptions,
  values: Values,
  desk: ServerDesk,
): Result<Wanted, string> {
  const { url, transport, cwd } = options;
  const isCommand = program !== undefined;
  const misplaced = [
    ...(['as', 'package', 'arg'] as const)
      .filter((key) => options[key] !== undefined)
      .map((key) => `--${key} is for servers of the registry`),
    ...(isCommand && url !== undefined ? ['Give a command or --url, not both'] : []),
    ...(isCommand ? (['header', 'transport'] as const) : (['env', 'cwd'] as const))
      .filter((key) => options[key] !== undefined)
      .map((key) => `--${key} is for ${isCommand ? 'addresses' : 'commands'}`),
  ];
  if (misplaced.length > 0) return err(`${misplaced.join('. ')}.`);
  const env = pairsOf(values, 'env');
  const headers = pairsOf(values, 'header');
  const entry: Entry = isCommand
    ? { command: program, ...(args.length > 0 && { args }), ...some('env', env), ...(cwd !== undefined && { cwd }) }
    : { url, ...(transport !== undefined && { type: transport }), ...some('headers', headers) };
  return ok({ name, entry, shown: desk.show(entry), about: [], notes: loadingNotes(env), missing: undefined });
}

async function fromRegistry(
  name: string,
  options: AddOptions,
  values: Values,
  desk: ServerDesk,
  io: Io,
): Promise<Result<Wanted, string>> {
  if (options.transport !== undefined || options.cwd !== undefined) {
    return err('--transport and --cwd are for servers that are not in a registry: give --url, or a command after --.');
  }
  const found = await desk.find(name);
  if (!found.ok) {
    const own = `  toolmark servers add ${shellWord(name)} -- command…   (or --url)`;
    return err(
      `${found.error}\nSearch for it: toolmark servers search ${shellWord(name.slice(name.lastIndexOf('/') + 1))}\nTo add a server that is not in a registry:\n${own}`,
    );
  }
  const { detail } = found.value;
  const way = chooseWay(detail, options.package);
  if (!way.ok) return way;
  const plan = await fillPlan(found.value, way.value.id, values, options.dryRun !== true, io);
  if (!plan.ok) return plan;
  const { entry, notes, private_address: address, missing } = plan.value;
  if (address !== null && !options.allowPrivate) {
    return err(
      `'${name}' is at ${address}, a private address: the registry would have this machine connect to something in its own network. If that is what you want, add --allow-private.`,
    );
  }
  const others = detail.ways.filter(({ id, problem }) => problem === null && id !== way.value.id).map(({ id }) => id);
  const usual = detail.plans.find(({ id }) => id === way.value.id)?.entry;
  return ok({
    name: options.as ?? detail.suggested_name,
    entry,
    shown: desk.show(entry, usual),
    about: [
      `${detail.name} ${detail.version}, as ${way.value.id} (${detail.registry})`,
      ...(detail.description === '' ? [] : [detail.description]),
      ...(detail.repository === null ? [] : [detail.repository]),
      ...(others.length === 0 ? [] : [`Also available with --package ${others.join(', ')}.`]),
    ],
    notes: [...(detail.status === 'active' ? [] : [`The registry marks it as ${detail.status}.`]), ...notes],
    missing: missing.length === 0 ? undefined : describeMissing(name, plan.value),
  });
}

function renderWanted({ name, shown, about, notes, missing }: Wanted, desk: ServerDesk, { paint, columns }: Screen) {
  return [
    ...about.map((line, index) => (index === 0 ? paint('bold', safeText(line)) : `  ${safeText(line)}`)),
    ...(about.length === 0 ? [] : ['']),
    `This would be added to mcpServers of ${safeText(desk.configFile)}:`,
    '',
    ...renderJson({ [name]: shown }, columns - 2).map((line) => `  ${line}`),
    ...notes.flatMap((note) => ['', `${paint('yellow', '!')} ${safeText(note)}`]),
    ...(missing === undefined ? [] : ['', ...missing.split('\n').map(safeText)]),
  ];
}

/** The user gave this entry, but may have copied it from a web page: show what its variables can do. */
function loadingNotes(env: Readonly<Record<string, string>>): readonly string[] {
  const names = codeLoadingVariables(env, process.platform === 'win32');
  return names.length === 0
    ? []
    : [`${names.join(', ')} can make it run other code than this command. Set it only if you know what it loads.`];
}

const some = (key: string, pairs: Readonly<Record<string, string>>): Entry =>
  Object.keys(pairs).length === 0 ? {} : { [key]: pairs };
