import { homedir } from 'node:os';
import { err, type Result } from '@toolmark/annotations';
import type { ConfigFailure } from '@toolmark/reach';
import { loadConfig } from './config/load.ts';
import type { ParsedConfig } from './config/parse.ts';
import type { GatewayOptions } from './main.ts';

/** The config with what was asked for on the command line, or every problem it has, in lines for a person. */
export async function readConfig(
  options: Pick<GatewayOptions, 'configFile' | 'env' | 'self' | 'transparent'>,
): Promise<Result<ParsedConfig, string>> {
  const { configFile, env, self, transparent = false } = options;
  // Not the folder of the config: beside it lies the token, and '.' would hand it to any server for files.
  const loaded = await loadConfig(configFile, { env, self, defaultCwd: homedir() }, { transparent });
  return loaded.ok ? loaded : err(describeFailure(loaded.error));
}

function describeFailure({ file, problems }: ConfigFailure): string {
  const [first] = problems;
  if (problems.length === 1 && first?.path === '') return `${file} ${first.message}`;
  return [`${file} cannot be used:`, ...problems.map(({ path, message }) => `  ${path}: ${message}`)].join('\n');
}
