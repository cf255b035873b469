import { join } from 'node:path';
import { dataDirOf } from '../data-dir.ts';
import { addressOptions, type GatewayAddress, isLoopback, startCommand } from '../find-gateway.ts';
import type { Io } from '../io.ts';
import { shellWord } from '../text/shell-word.ts';

/** Commands to copy, each with the options for the checked gateway. */
export interface Commands {
  readonly serve: string;
  readonly showServer: (name: string) => string;
  /**
   * @param configFile the gateway's config file, on the gateway's machine
   * @param configFile of the gateway, on the machine it runs on
   */
  readonly audit: (name: string, configFile: string) => string;
}

export function commandsFor(address: GatewayAddress, io: Pick<Io, 'cwd' | 'env'>): Commands {
  const to = addressOptions(address);
  const usual = join(dataDirOf(undefined, io), 'toolmark.json');
  const isElsewhere = address.url !== undefined && URL.canParse(address.url) && !isLoopback(new URL(address.url));
  return {
    serve: startCommand(address),
    showServer: (name) => `toolmark servers show ${shellWord(name)}${to}`,
    audit: (name, configFile) => {
      // The config of another machine is not readable here, but its gateway's tool list is.
      if (isElsewhere) return `toolmark tools --server ${shellWord(name)}${to}`;
      const config = configFile === usual ? '' : ` --config ${shellWord(configFile)}`;
      return `toolmark audit --server ${shellWord(name)}${config}`;
    },
  };
}
