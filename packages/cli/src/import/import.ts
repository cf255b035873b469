import type { ImportAnswer, ImportReport } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import { CLIENT_IDS, openImporter } from '@toolmark/setup';
import { hasPerson } from '../ask-person.ts';
import { clientSurroundings } from '../client-surroundings.ts';
import { findTarget } from '../connect/target.ts';
import { dataDirOf } from '../data-dir.ts';
import { type AskOptions, type Screen, screenOf } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { reviewAddedServers } from '../review/review-added-servers.ts';
import { plural } from '../text/amounts.ts';
import { askWhich } from './ask-which.ts';
import { renderCandidates } from './list-text.ts';
import { type Candidate, candidatesOf, pick, type Selection, select, type Wish } from './select.ts';
import { waitForServers } from './wait-for-servers.ts';

/** The options of `toolmark import`. */
export interface ImportOptions extends Omit<AskOptions, 'url'> {
  readonly config?: string;
  readonly from?: string;
  readonly all?: boolean;
  readonly rename?: readonly string[];
  readonly dryRun?: boolean;
}

/**
 * `toolmark import`: shows the servers of other clients, and imports those that are chosen. The clients' files are only
 * read.
 */
export async function importServers(names: readonly string[], options: ImportOptions, io: Io): Promise<ExitCode> {
  const refuse = (message: string): ExitCode => {
    io.stderr.write(`${message}\n`);
    return EXIT.couldNotRun;
  };
  const renames = readRenames(options.rename ?? []);
  if (typeof renames === 'string') return refuse(renames);
  const dataDir = dataDirOf(options.data, io);
  const target = await findTarget(options, io);
  if (!target.ok) return refuse(target.error);
  const { configFile, url, client } = target.value;
  const isRunning = client !== undefined;
  const importer = openImporter({
    ...{
      configFile,
      env: io.env,
      self: { ...io.self, env: { TOOLMARK_HOME: dataDir } },
      machine: clientSurroundings(io),
    },
    mcpUrl: `${url}/mcp`,
  });
  const report = await importer.report();
  if (!report.ok) return refuse(report.error.message);
  const { from } = options;
  const isClient = from === undefined || (CLIENT_IDS as readonly string[]).includes(from);
  const candidates = candidatesOf(report.value, from);
  if (!isClient && candidates.length === 0) {
    return refuse(`--from takes a client (${CLIENT_IDS.join(', ')}), or one of their files or projects.`);
  }
  const wish = { isAll: options.all === true, names: [...new Set([...names, ...renames.keys()])], renames };
  const chosen = await choose(wish, { report: report.value, candidates, options, io });
  if (chosen === undefined) return EXIT.clean;
  if (io.signal.aborted) {
    io.stderr.write('Interrupted.\n');
    return EXIT.interrupted;
  }
  const taken =
    chosen.take.length === 0 ? undefined : await importer.take({ take: chosen.take }, options.dryRun === true);
  if (taken?.ok === false) return refuse(taken.error.message);
  const answer = taken?.value ?? { added: [], refused: [] };
  const outcome = { added: answer.added, refused: [...chosen.left, ...answer.refused] };
  const isUsed =
    answer.added.length > 0 && !options.dryRun && isRunning
      ? await waitForServers(answer.added, options, io)
      : undefined;
  const warned = chosen.warned.filter(({ name }) => answer.added.includes(name));
  const code = printResult(outcome, { options, io, configFile, isUsed, warned });
  if (answer.added.length > 0 && !options.dryRun && !options.json) {
    await reviewAddedServers(answer.added, isUsed === true, options, io);
  }
  return code;
}

/** `undefined` if nothing is to be imported. */
async function choose(
  wish: Wish,
  shown: {
    readonly report: ImportReport;
    readonly candidates: readonly Candidate[];
    readonly options: ImportOptions;
    readonly io: Io;
  },
): Promise<Selection | undefined> {
  const { report, candidates, options, io } = shown;
  if (wish.isAll || wish.names.length > 0) return select(candidates, wish);
  if (options.json) {
    io.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    return undefined;
  }
  io.stdout.write(`${renderCandidates(report, candidates, screenOf(options, io)).join('\n')}\n`);
  if (candidates.length === 0) return undefined;
  if (!hasPerson(io)) {
    io.stdout.write('To import them: toolmark import --all, or their names.\n');
    return undefined;
  }
  const answer = await askWhich(candidates, io);
  if (answer.kind === 'all') return select(candidates, { ...wish, isAll: true });
  if (answer.kind === 'some') return pick(answer.picked, candidates);
  io.stderr.write('Nothing was imported.\n');
  return undefined;
}

interface ImportOutcome {
  readonly options: ImportOptions;
  readonly io: Io;
  readonly configFile: string;
  /** `undefined` if no gateway is running. */
  readonly isUsed: boolean | undefined;
  readonly warned: Selection['warned'];
}

function printResult(
  { added, refused }: ImportAnswer,
  { options, io, configFile, isUsed, warned }: ImportOutcome,
): ExitCode {
  // Servers that already exist count as done; anything else was not.
  const isDone = refused.every(({ reason }) => options.all === true || /^It already exists here/.test(reason));
  const json = { added, refused, warned, config: configFile, dry_run: options.dryRun === true, in_use: isUsed ?? null };
  const lines = (screen: Screen): readonly string[] => [
    ...(added.length === 0
      ? ['Nothing was imported.']
      : [
          `${options.dryRun ? 'Would import' : 'Imported'} ${plural(added.length, 'server')} into ${configFile}: ${added.map(safeText).join(', ')}`,
        ]),
    ...[...warned, ...refused].map(
      ({ name, reason }) => `${screen.paint('yellow', '!')} ${safeText(name)}: ${safeText(reason)}`,
    ),
    ...(isUsed === undefined ? [] : [isUsed ? 'The running gateway uses them.' : NOT_YET]),
    ...(added.length > 0 && !options.dryRun ? [STAY] : []),
  ];
  const text = options.json ? JSON.stringify(json, null, 2) : lines(screenOf(options, io)).join('\n');
  io.stdout.write(`${text}\n`);
  return isDone ? EXIT.clean : EXIT.findings;
}

const NOT_YET = 'The running gateway does not use them yet. To find out why: toolmark doctor';
const STAY =
  'The clients still list them too: connect the clients with toolmark connect, then remove the servers there.';

function readRenames(texts: readonly string[]): ReadonlyMap<string, string> | string {
  const renames = new Map<string, string>();
  for (const text of texts) {
    const [, from, to] = /^([^=]+)=([^=]+)$/.exec(text) ?? [];
    if (from === undefined || to === undefined) return `--rename takes old=new, such as --rename notes=notes-work`;
    renames.set(from, to);
  }
  return renames;
}
