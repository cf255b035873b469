import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { err, type Problem, type Result } from '@toolmark/annotations';
import type { ConfigFailure, Surroundings } from '@toolmark/reach';
import { loadConfig } from './load.ts';
import { type ParsedConfig, parseConfig } from './parse.ts';

/** A config file, and what its entries are read with. */
export interface ConfigSource {
  readonly configFile: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The secret of a name; without it, no secret is set. */
  readonly secrets?: ((name: string) => string | undefined) | undefined;
  /** What the command `toolmark` in the config starts. */
  readonly self: NonNullable<Surroundings['self']>;
  /** Comes before what the config says. */
  readonly transparent?: boolean;
}

/** The config with what was asked for on the command line, or every problem it has, in lines for a person. */
export async function readConfig(options: ConfigSource): Promise<Result<ParsedConfig, string>> {
  const { configFile, transparent = false } = options;
  const loaded = await loadConfig(configFile, surroundingsOf(options), { transparent });
  return loaded.ok ? loaded : err(describeFailure(loaded.error));
}

/** Reads the content of a config as `readConfig` does, without its file: what would be wrong with it, one by one. */
export function parseAsRead(options: ConfigSource): (json: unknown) => Result<ParsedConfig, readonly Problem[]> {
  const { configFile, transparent = false } = options;
  const surroundings = { ...surroundingsOf(options), folder: dirname(resolve(configFile)) };
  return (json) => parseConfig(json, surroundings, { transparent });
}

// Not the folder of the config: beside it lies the token, and '.' would hand it to any server for files.
const surroundingsOf = ({ env, secrets, self }: Pick<ConfigSource, 'env' | 'secrets' | 'self'>) => ({
  ...{ env, secrets, self },
  defaultCwd: homedir(),
});

function describeFailure({ file, problems }: ConfigFailure): string {
  const [first] = problems;
  if (problems.length === 1 && first?.path === '') return `${file} ${first.message}`;
  return [`${file} cannot be used:`, ...problems.map(({ path, message }) => `  ${path}: ${message}`)].join('\n');
}
