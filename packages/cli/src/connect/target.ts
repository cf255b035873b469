import { join, resolve } from 'node:path';
import { err, ok, type Result } from '@toolmark/annotations';
import { connectionSchema, gatewayStatusSchema } from '@toolmark/api-contract';
import { checkConfig } from '@toolmark/config';
import { endpointOptions, type Program, stdioProgram } from '@toolmark/setup';
import { dataDirOf } from '../data-dir.ts';
import { type FoundGateway, findGateway, startCommand, toSentence } from '../find-gateway.ts';
import { createClient, type GatewayClient } from '../gateway-client.ts';
import type { Io } from '../io.ts';
import type { ConnectOptions } from './options.ts';

/** The gateway to connect a client to. */
export interface Target {
  /** Its current or future URL, without a path. */
  readonly url: string;
  /** Whether clients need a token: not with `--no-auth`. */
  readonly asksToken: boolean;
  /** `undefined` if it is not running. */
  readonly client: GatewayClient | undefined;
  readonly dataDir: string;
  /** `undefined` if unknown. */
  readonly profiles: readonly string[] | undefined;
  /** Its config file. */
  readonly configFile: string;
  readonly stdio: Program;
  /** The command that starts it. */
  readonly start: string;
}

type Asked = Pick<ConnectOptions, 'url' | 'data' | 'config' | 'profile' | 'search'>;

/** Asks the running gateway; if none is running, reads its config. */
export async function findTarget(options: Asked, io: Io): Promise<Result<Target, string>> {
  const dataDir = dataDirOf(options.data, io);
  const start = startCommand(options);
  const withConfig = (configFile: string): Pick<Target, 'configFile' | 'dataDir' | 'stdio' | 'start'> => {
    const self = { ...io.self, env: { TOOLMARK_HOME: dataDir } };
    return { configFile, dataDir, start, stdio: stdioProgram({ self, configFile, dataDir }, endpointOptions(options)) };
  };
  const given = options.config === undefined ? undefined : resolve(io.cwd, options.config);
  const configFile = given ?? join(dataDir, 'toolmark.json');
  const found = await findGateway(options, io);
  if (found.ok) {
    const running = await askRunning(found.value, io);
    if (!running.ok) return running;
    const { config, ...rest } = running.value;
    // The config path of a gateway elsewhere is not a file on this machine.
    return ok({ ...withConfig(given ?? (options.url === undefined ? config : undefined) ?? configFile), ...rest });
  }
  if (found.error.kind === 'unusable') return err(toSentence(found.error));
  const checked = await checkConfig({ configFile, env: io.env, self: io.self });
  const listen = checked.ok ? checked.value.listen : DEFAULT_ADDRESS;
  const host = listen.host.includes(':') ? `[${listen.host}]` : listen.host;
  return ok({
    ...withConfig(configFile),
    url: `http://${host}:${listen.port}`,
    asksToken: true,
    client: undefined,
    profiles: checked.ok ? checked.value.profiles : undefined,
  });
}

/** The gateway's default address. */
const DEFAULT_ADDRESS = { host: '127.0.0.1', port: 7_420 };

interface Running extends Pick<Target, 'url' | 'asksToken' | 'client' | 'profiles'> {
  readonly config: string | undefined;
}

async function askRunning(found: FoundGateway, io: Io): Promise<Result<Running, string>> {
  const client = createClient(found, io);
  const answer = await client.request('GET', '/connection', connectionSchema);
  if (!answer.ok) return err(answer.error.message);
  const status = await client.request('GET', '/status', gatewayStatusSchema);
  const { mcp_url: mcpUrl, token_placeholder: placeholder, profiles } = answer.value.value;
  return ok({
    url: new URL(mcpUrl).origin,
    asksToken: placeholder !== null,
    client,
    profiles: profiles.map(({ name }) => name),
    config: status.ok ? status.value.value.config_file : undefined,
  });
}
