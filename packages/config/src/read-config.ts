import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { err, type Problem, type Result } from '@toolmark/annotations';
import type { ConfigFailure, TargetContext } from '@toolmark/reach';
import { loadConfig } from './load.ts';
import { type ParsedConfig, parseConfig } from './parse.ts';

/** A config file, and the values its entries refer to. */
export interface ConfigSource {
  readonly configFile: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Looks up a secret by name; without it, no secret is set. */
  readonly secrets?: ((name: string) => string | undefined) | undefined;
  /** The program that the command `toolmark` in the config starts. */
  readonly self: NonNullable<TargetContext['self']>;
  /** Overrides the setting of the config. */
  readonly transparent?: boolean;
}

/** Reads the config with the options of the command line, or returns every problem as lines for a person. */
export async function readConfig(options: ConfigSource): Promise<Result<ParsedConfig, string>> {
  const { configFile, transparent = false } = options;
  const loaded = await loadConfig(configFile, toSurroundings(options), { transparent });
  return loaded.ok ? loaded : err(describeFailure(loaded.error));
}

/**
 * Returns a function that parses the content of a config as `readConfig` does, but without a file, and lists problems
 * one by one.
 */
export function createConfigParser(options: ConfigSource): (json: unknown) => Result<ParsedConfig, readonly Problem[]> {
  const { configFile, transparent = false } = options;
  const surroundings = { ...toSurroundings(options), folder: dirname(resolve(configFile)) };
  return (json) => parseConfig(json, surroundings, { transparent });
}

// The working directory is not the folder of the config: that holds the token, and '.' would expose it to file servers.
const toSurroundings = ({ env, secrets, self }: Pick<ConfigSource, 'env' | 'secrets' | 'self'>) => ({
  env,
  secrets,
  self,
  defaultCwd: homedir(),
});

function describeFailure({ file, problems }: ConfigFailure): string {
  const [first] = problems;
  if (problems.length === 1 && first?.path === '') return `${file} ${first.message}`;
  return [`${file} cannot be used:`, ...problems.map(({ path, message }) => `  ${path}: ${message}`)].join('\n');
}
