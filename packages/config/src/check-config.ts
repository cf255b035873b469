import { ok, type Problem, type Result } from '@toolmark/annotations';
import { toShownUrl } from '@toolmark/reach';
import type { ServerConfig } from './config.ts';
import { type ConfigSource, readConfig } from './read-config.ts';

/** A summary of a usable config, without secrets. */
export interface ConfigCheck {
  readonly servers: readonly CheckedServer[];
  /** The address the gateway will listen on, unless the command line overrides it. */
  readonly listen: { readonly host: string; readonly port: number };
  /** The names of the profiles that have endpoints of their own. */
  readonly profiles: readonly string[];
  readonly warnings: readonly Problem[];
}

interface CheckedServer {
  readonly name: string;
  readonly disabled: boolean;
  readonly problem: string | undefined;
  /** The program without its arguments; `undefined` for a URL. */
  readonly command: string | undefined;
  /** The working directory of the program. */
  readonly cwd: string | undefined;
  /** The `PATH` that the entry sets for the program. */
  readonly path: string | undefined;
  /** Without user, query and fragment; `undefined` for a command. */
  readonly url: string | undefined;
}

/** Reads a config like the gateway, without starting anything. Problems are returned as lines for a person. */
export async function checkConfig(options: Omit<ConfigSource, 'transparent'>): Promise<Result<ConfigCheck, string>> {
  const loaded = await readConfig(options);
  if (!loaded.ok) return loaded;
  const { config, warnings } = loaded.value;
  const profiles = config.profiles.map(({ name }) => name);
  return ok({ servers: config.servers.map(toChecked), listen: config.listen, profiles, warnings });
}

function toChecked({ name, disabled, problem, target }: ServerConfig): CheckedServer {
  const isCommand = target.kind === 'command';
  return {
    name,
    disabled,
    problem,
    command: isCommand ? target.command : undefined,
    cwd: isCommand ? target.cwd : undefined,
    path: isCommand ? target.env?.['PATH'] : undefined,
    url: target.kind === 'url' && URL.canParse(target.url) ? toShownUrl(new URL(target.url)) : undefined,
  };
}
