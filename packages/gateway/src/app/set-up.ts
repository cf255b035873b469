import type { Connection } from '@toolmark/api-contract';
import { createConfigParser, type WatchedConfig } from '@toolmark/config';
import type { SecretStore } from '@toolmark/secrets';
import {
  connectSnippets,
  createConfigEditor,
  createImporter,
  createRegistry,
  createSecretDesk,
  endpointOptions,
  endpointPath,
  type Machine,
  stdioProgram,
  TOKEN_PLACEHOLDER,
} from '@toolmark/setup';
import type { LocalTokens } from '../front/guard/local-tokens.ts';
import type { SetUp } from '../front/rest/set-up.ts';
import type { GatewayOptions } from './gateway-options.ts';

export interface SetUpOptions {
  readonly options: Pick<
    GatewayOptions,
    'configFile' | 'dataDir' | 'env' | 'secrets' | 'self' | 'transparent' | 'version'
  >;
  readonly machine: Machine;
  readonly secrets: SecretStore;
  /** The address of the gateway. */
  readonly url: string;
  readonly localTokens: Pick<LocalTokens, 'owner'> | undefined;
  /** Keys the hashes of the config's versions when there is no token. */
  readonly secret: string;
  /** The profiles of the config in use. */
  readonly profiles: () => Connection['profiles'];
  /** The address of the registry in use. */
  readonly registryUrl: () => string;
  readonly watcher: Pick<WatchedConfig, 'check' | 'judge'>;
}

/** The parts with which people set up the gateway: the config editor, secrets, imports, the registry, snippets for clients. */
export function createSetUp({
  options,
  machine,
  secrets,
  url,
  localTokens,
  secret,
  profiles,
  registryUrl,
  watcher,
}: SetUpOptions): SetUp {
  const mcpUrl = `${url}/mcp`;
  const config = createConfigEditor({
    file: options.configFile,
    key: localTokens?.owner.token ?? secret,
    parse: createConfigParser(options),
    watched: () => Promise.resolve(watcher),
  });
  return {
    config,
    secrets: createSecretDesk(secrets, config),
    importer: createImporter({ machine, editor: config, mcpUrl }),
    registry: () => createRegistry({ url: registryUrl(), version: options.version }),
    connection: (endpoint) => {
      const known = profiles().map(({ name, description }) => ({ name, description }));
      const { profile } = endpoint;
      if (profile !== undefined && !known.some(({ name }) => name === profile)) return undefined;
      const path = endpointPath(endpoint);
      return {
        mcp_url: `${url}${path}`,
        profiles: known,
        token_placeholder: localTokens === undefined ? null : TOKEN_PLACEHOLDER,
        owner_file: localTokens?.owner.file ?? null,
        clients: connectSnippets({
          url,
          path,
          token: localTokens === undefined ? undefined : TOKEN_PLACEHOLDER,
          stdio: stdioProgram(options, endpointOptions(endpoint)),
        }),
      };
    },
  };
}
