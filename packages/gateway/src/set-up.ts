import { resolve } from 'node:path';
import type { Connection } from '@toolmark/api-contract';
import { type ConfigEditor, createConfigEditor } from './config/edit/config-editor.ts';
import { createImporter, type Importer } from './config/import/importer.ts';
import type { Machine } from './config/import/sources.ts';
import type { WatchedConfig } from './config/reload.ts';
import { connectSnippets } from './connect/snippets.ts';
import type { GatewayToken } from './front/guard/token-file.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { parseAsRead } from './read-config.ts';

/** What people set a gateway up with, without opening files. */
export interface SetUp {
  readonly config: ConfigEditor;
  readonly importer: Importer;
  readonly connection: () => Connection;
}

export interface SetUpOptions {
  readonly options: Pick<GatewayOptions, 'configFile' | 'dataDir' | 'env' | 'self' | 'transparent'>;
  readonly machine: Machine;
  /** Where the gateway is. */
  readonly url: string;
  readonly token: Pick<GatewayToken, 'token' | 'file'> | undefined;
  /** Hashes are told apart by it where there is no token. */
  readonly secret: string;
  readonly watched: () => Promise<Pick<WatchedConfig, 'check' | 'judge'>>;
}

export function createSetUp({ options, machine, url, token, secret, watched }: SetUpOptions): SetUp {
  const mcpUrl = `${url}/mcp`;
  const config = createConfigEditor({
    file: options.configFile,
    key: token?.token ?? secret,
    parse: parseAsRead(options),
    watched,
  });
  const { self, configFile, dataDir } = options;
  // It finds the config in the data folder by itself.
  const isElsewhere = resolve(configFile) !== resolve(dataDir, 'toolmark.json');
  const stdio = { ...self, args: [...self.args, 'stdio', ...(isElsewhere ? ['--config', resolve(configFile)] : [])] };
  return {
    config,
    importer: createImporter({ machine, editor: config, mcpUrl }),
    connection: () => ({
      mcp_url: mcpUrl,
      token: token?.token ?? null,
      token_file: token?.file ?? null,
      clients: connectSnippets({ mcpUrl, token: token?.token, stdio }),
    }),
  };
}
