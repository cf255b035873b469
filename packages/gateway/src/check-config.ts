import { ok, type Problem, type Result } from '@toolmark/annotations';
import { type GatewayOptions, readConfig } from './main.ts';

/** A config that can be used, in short. */
export interface ConfigCheck {
  readonly servers: readonly {
    readonly name: string;
    readonly disabled: boolean;
    readonly problem: string | undefined;
  }[];
  readonly warnings: readonly Problem[];
}

/** Reads a config as the gateway would, and starts nothing. What is wrong with it comes in lines for a person. */
export async function checkConfig(
  options: Pick<GatewayOptions, 'configFile' | 'env' | 'self'>,
): Promise<Result<ConfigCheck, string>> {
  const loaded = await readConfig(options);
  if (!loaded.ok) return loaded;
  const { config, warnings } = loaded.value;
  const servers = config.servers.map(({ name, disabled, problem }) => ({ name, disabled, problem }));
  return ok({ servers, warnings });
}
