import { existsSync } from 'node:fs';
import { safeText } from '@toolmark/audit';
import type { ConfigCheck } from '@toolmark/config';
import type { RecordCheck } from '@toolmark/gateway';
import type { Io } from '../io.ts';
import { readSecrets } from '../secrets/read-secrets.ts';
import { plural, toSize } from '../text/amounts.ts';
import type { Check } from './check.ts';
import type { Commands } from './commands.ts';
import type { DoctorDeps } from './deps.ts';
import { isProgram } from './program.ts';
import { toProblemAndFix } from './record-problem.ts';

/** The result of reading the config. */
export interface CheckedConfig {
  readonly checks: readonly Check[];
  /** `undefined` if it cannot be used. */
  readonly config: ConfigCheck | undefined;
}

/** Checks whether the config can be used, and reports warnings. */
export async function checkConfigFile(
  { configFile, dataDir }: { readonly configFile: string; readonly dataDir: string },
  io: Io,
  deps: DoctorDeps,
  { serve }: Pick<Commands, 'serve'>,
): Promise<CheckedConfig> {
  const name = 'config';
  if (!existsSync(configFile)) {
    const message = `${configFile} does not exist yet.`;
    return { checks: [{ name, state: 'warning', message, fix: `${serve} creates it.` }], config: undefined };
  }
  const secrets = await readSecrets(dataDir, io);
  if (!secrets.ok) return { checks: [{ name, state: 'problem', message: safeText(secrets.error) }], config: undefined };
  const checked = await deps.checkConfig({ configFile, env: io.env, secrets: secrets.value, self: io.self });
  if (!checked.ok) {
    const fix = `Correct ${configFile}; a running gateway applies it on save.`;
    return { checks: [{ name, state: 'problem', message: safeLines(checked.error), fix }], config: undefined };
  }
  const { servers, warnings } = checked.value;
  const disabled = servers.filter((server) => server.disabled).length;
  const message = `${configFile}, ${plural(servers.length, 'server')}${disabled === 0 ? '' : `, ${disabled} of them disabled`}`;
  const main: Check =
    servers.length === 0
      ? { name, state: 'warning', message, fix: `Add servers to mcpServers in ${configFile}` }
      : { name, state: 'ok', message };
  const sick = servers.flatMap(({ name: server, problem }): readonly Check[] =>
    problem === undefined
      ? []
      : [{ name, state: 'problem', message: safeText(`Server '${server}' cannot be started: ${problem}`) }],
  );
  const strange = warnings.map(({ path, message: warning }): Check => {
    return { name, state: 'warning', message: safeText(`${path} ${warning}`) };
  });
  return { checks: [main, ...sick, ...strange], config: checked.value };
}

/** Checks whether the programs of the servers exist, for when no gateway can report their state. */
export function checkPrograms(
  { servers }: ConfigCheck,
  configFile: string,
  io: Io,
  deps: DoctorDeps,
): readonly Check[] {
  return servers.flatMap(({ name, disabled, problem, command, cwd, path }): readonly Check[] => {
    if (disabled || problem !== undefined || command === undefined) return [];
    const env = path === undefined ? io.env : { ...io.env, PATH: path };
    if (isProgram(command, { env, cwd: cwd ?? io.cwd, platform: deps.platform })) return [];
    const message = `starts ${safeText(command)}, which does not exist.`;
    const fix = `Install it, or correct the command in ${configFile}`;
    return [{ name: `server ${safeText(name)}`, state: 'problem', message, fix }];
  });
}

/** The state of the record, for when no gateway can report it. */
export function toRecordCheck({ state, place, sizeBytes, problem }: RecordCheck): Check {
  const name = 'record';
  if (state === 'missing') return { name, state: 'ok', message: 'Nothing is recorded yet.' };
  if (state === 'ok') return { name, state: 'ok', message: `${place} (${toSize(sizeBytes)})` };
  return { name, state: 'problem', ...toProblemAndFix(problem ?? `${place} cannot be used.`, place) };
}

/** Several problems take several lines. */
const safeLines = (text: string): string => text.split('\n').map(safeText).join('\n');
