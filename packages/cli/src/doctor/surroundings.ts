import type { ConfigCheck } from '@toolmark/config';
import { addressOptions, type GatewayAddress } from '../find-gateway.ts';
import type { Io } from '../io.ts';
import { type Check, withTimeout } from './check.ts';
import { checkBackups } from './clients/check-backups.ts';
import { checkClients } from './clients/check-clients.ts';
import { gatewayFacts } from './clients/gateway-facts.ts';
import { checkImportableServers } from './clients/importable-servers.ts';
import { readLocalSecrets } from './clients/local-secrets.ts';
import type { DoctorDeps } from './deps.ts';
import type { CheckedGateway } from './gateway.ts';
import { checkTokens } from './tokens.ts';

export interface SurroundingsOptions {
  readonly address: GatewayAddress;
  readonly running: CheckedGateway['running'];
  /** `undefined` if it cannot be used. */
  readonly config: ConfigCheck | undefined;
  readonly configFile: string;
  readonly dataDir: string;
  readonly io: Io;
  readonly deps: Pick<DoctorDeps, 'platform' | 'home'>;
}

/** Checks who uses the gateway and how: named tokens, client entries, and backups beside their files. */
export async function checkSurroundings(options: SurroundingsOptions): Promise<readonly Check[]> {
  const { address, running, config, configFile, dataDir, io, deps } = options;
  // As the gateway reports them; it may be another one than this config's.
  const { tokens, profiles } =
    running === undefined ? { tokens: [], profiles: config?.profiles } : await gatewayFacts(running.client);
  const secrets = await readLocalSecrets(dataDir);
  const machine = { platform: deps.platform, home: deps.home, env: io.env, cwd: io.cwd };
  const { host, port } = config?.listen ?? { host: '127.0.0.1', port: 7_420 };
  const mcpUrl = `${running?.origin ?? `http://${host}:${port}`}/mcp`;
  const checks = await Promise.all([
    withTimeout('tokens', async () => checkTokens(tokens, profiles, addressOptions(address))),
    withTimeout('clients', () =>
      checkClients({ gateway: running, listen: config?.listen, dataDir, tokens, profiles, io, deps }),
    ),
    withTimeout('backups', () => checkBackups(machine, Object.values(secrets))),
    withTimeout('import', () =>
      checkImportableServers({
        configFile: running?.configFile ?? configFile,
        env: io.env,
        self: io.self,
        machine,
        mcpUrl,
      }),
    ),
  ]);
  return checks.flat();
}
