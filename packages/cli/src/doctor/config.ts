import { existsSync } from 'node:fs';
import { safeText } from '@toolmark/audit';
import type { RecordCheck } from '@toolmark/gateway';
import type { Io } from '../io.ts';
import { plural, toSize } from '../text/amounts.ts';
import type { Check } from './check.ts';
import type { DoctorDeps } from './deps.ts';

/** Whether the config can be used, and what about it is strange. */
export async function checkConfigFile(configFile: string, io: Io, deps: DoctorDeps): Promise<readonly Check[]> {
  const name = 'config';
  if (!existsSync(configFile)) {
    const message = `${configFile} does not exist yet.`;
    return [{ name, state: 'warning', message, fix: 'toolmark serve writes a first one.' }];
  }
  const checked = await deps.checkConfig({ configFile, env: io.env, self: io.self });
  if (!checked.ok) {
    const fix = `Correct ${configFile}; a running gateway takes it up when you save.`;
    return [{ name, state: 'problem', message: safeLines(checked.error), fix }];
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
  return [main, ...sick, ...strange];
}

/** How the record is where no gateway can be asked. */
export function toRecordCheck({ state, place, sizeBytes, problem }: RecordCheck): Check {
  const name = 'record';
  if (state === 'missing') return { name, state: 'ok', message: 'Nothing is recorded yet.' };
  if (state === 'ok') return { name, state: 'ok', message: `${place} (${toSize(sizeBytes)})` };
  return { name, state: 'problem', message: safeText(problem ?? `${place} cannot be used.`) };
}

/** Several problems are several lines. */
const safeLines = (text: string): string => text.split('\n').map(safeText).join('\n');
