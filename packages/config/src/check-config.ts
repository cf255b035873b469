import { ok, type Problem, type Result } from '@toolmark/annotations';
import { toShownUrl } from '@toolmark/reach';
import type { ServerConfig } from './config.ts';
import { type ConfigSource, readConfig } from './read-config.ts';

/** A config that can be used, in short and without secrets. */
export interface ConfigCheck {
  readonly servers: readonly CheckedServer[];
  /** Where the gateway will be, unless it is told otherwise when it is started. */
  readonly listen: { readonly host: string; readonly port: number };
  /** The names of the parts that have endpoints of their own. */
  readonly profiles: readonly string[];
  readonly warnings: readonly Problem[];
}

interface CheckedServer {
  readonly name: string;
  readonly disabled: boolean;
  readonly problem: string | undefined;
  /** What is started, without its arguments; `undefined` where it is an address. */
  readonly command: string | undefined;
  /** Where it is started. */
  readonly cwd: string | undefined;
  /** The `PATH` that the entry gives it. */
  readonly path: string | undefined;
  /** Without user, query and fragment; `undefined` where it is a command. */
  readonly url: string | undefined;
}

/** Reads a config as the gateway would, and starts nothing. What is wrong with it comes in lines for a person. */
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
