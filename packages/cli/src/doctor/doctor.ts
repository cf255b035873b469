import { join, resolve } from 'node:path';
import { padTo, safeText, widest, wrapText } from '@toolmark/audit';
import { dataDirOf } from '../data-dir.ts';
import { type AskOptions, type Screen, screenOf } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { plural } from '../text/amounts.ts';
import { type Check, withTimeout } from './check.ts';
import { commandsFor } from './commands.ts';
import { type CheckedConfig, checkConfigFile, checkPrograms, toRecordCheck } from './config.ts';
import type { DoctorDeps } from './deps.ts';
import { checkGateway, checkPasskeys, checkServers } from './gateway.ts';
import { checkDataDir, checkNode, checkSharedToken, checkToken } from './machine.ts';
import { checkSignIns } from './sign-ins.ts';
import { checkSurroundings } from './surroundings.ts';
import { checkUnusedSettings } from './unused-settings.ts';

export interface DoctorOptions extends AskOptions {
  readonly config?: string;
}

/** Runs all checks, each with its own deadline, and prints them in a fixed order. */
export async function runDoctor(options: DoctorOptions, io: Io, deps: DoctorDeps): Promise<ExitCode> {
  if (options.url !== undefined && !URL.canParse(options.url)) {
    io.stderr.write('--url takes the address of a gateway, such as --url http://127.0.0.1:7420\n');
    return EXIT.couldNotRun;
  }
  const checks = await runChecks(options, io, deps);
  if (io.signal.aborted) {
    io.stderr.write('Interrupted.\n');
    return EXIT.interrupted;
  }
  const problems = checks.filter(({ state }) => state === 'problem').length;
  if (options.json) io.stdout.write(`${JSON.stringify({ ok: problems === 0, checks }, null, 2)}\n`);
  else io.stdout.write(`${renderChecks(checks, screenOf(options, io)).join('\n')}\n`);
  return problems === 0 ? EXIT.clean : EXIT.findings;
}

async function runChecks(options: DoctorOptions, io: Io, deps: DoctorDeps): Promise<readonly Check[]> {
  const dataDir = dataDirOf(options.data, io);
  const configFile = options.config === undefined ? join(dataDir, 'toolmark.json') : resolve(io.cwd, options.config);
  const commands = commandsFor(options, io);
  let checked: CheckedConfig | undefined;
  const config = withTimeout('config', async () => {
    checked = await checkConfigFile({ configFile, dataDir }, io, deps, commands);
    return checked.checks;
  });
  let gateway: Awaited<ReturnType<typeof checkGateway>> | undefined;
  const asked = withTimeout('gateway', async () => {
    gateway = await checkGateway(options, io);
    return gateway.checks;
  });
  const machine = [
    withTimeout('Node', async () => [checkNode(deps)]),
    withTimeout('data folder', async () => [await checkDataDir(dataDir, deps, commands)]),
    // Only the gateway knows whether a token is required.
    asked.then(() =>
      withTimeout('token', async () => {
        const isOpen = gateway?.running?.isOpen ?? false;
        return [await checkToken(dataDir, { ...deps, ...commands, isOpen }), ...(await checkSharedToken(dataDir))];
      }),
    ),
  ];
  // The next checks depend on whether a gateway answered.
  const first = (await Promise.all([...machine, config, asked])).flat();
  const { running, hasToldRecord = false } = gateway ?? {};
  const rest = await Promise.all([
    ...(hasToldRecord ? [] : [withTimeout('record', async () => [toRecordCheck(await deps.checkRecord(dataDir))])]),
    withTimeout('servers', async () => {
      if (running !== undefined) return await checkServers(running.client, running.configFile, commands);
      return checked?.config === undefined ? [] : checkPrograms(checked.config, configFile, io, deps);
    }),
    withTimeout('offers', async () => (running === undefined ? [] : await checkUnusedSettings(running.client))),
    withTimeout('passkeys', async () => (running === undefined ? [] : await checkPasskeys(running.client, io))),
    withTimeout('sign-ins', async () => (running === undefined ? [] : await checkSignIns(running.client, options))),
    checkSurroundings({ address: options, running, config: checked?.config, configFile, dataDir, io, deps }),
  ]);
  return [...first, ...rest.flat()];
}

const MARKS = {
  ok: { mark: '✓', style: 'green' },
  warning: { mark: '!', style: 'yellow' },
  problem: { mark: '✗', style: 'red' },
} as const;

function renderChecks(checks: readonly Check[], { paint, columns }: Screen): readonly string[] {
  const nameWidth = widest(checks.map(({ name }) => name));
  const indent = ' '.repeat(nameWidth + 4);
  const room = columns - indent.length;
  const lines = checks.flatMap(({ name, state, message, fix }) => {
    const { mark, style } = MARKS[state];
    const [first = '', ...rest] = message.split('\n').flatMap((line) => wrapText(line, room));
    return [
      `${paint(style, mark)} ${paint('bold', padTo(name, nameWidth))}  ${first}`,
      ...rest.map((line) => `${indent}${line}`),
      ...(fix === undefined
        ? []
        : wrapText(`→ ${safeText(fix)}`, room).map((line) => `${indent}${paint('cyan', line)}`)),
    ];
  });
  const count = (state: Check['state']): number => checks.filter((check) => check.state === state).length;
  const problems = count('problem');
  const remarks = count('warning');
  const parts = [
    ...(problems > 0 ? [plural(problems, 'problem')] : []),
    ...(remarks > 0 ? [plural(remarks, 'remark')] : []),
  ];
  return [...lines, '', parts.length === 0 ? paint('green', 'No problems found.') : `${parts.join(', ')}.`];
}
