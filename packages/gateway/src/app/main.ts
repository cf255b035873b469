import { homedir } from 'node:os';
import { err, ok, type Result, toMessage } from '@toolmark/annotations';
import { openDataDir } from '@toolmark/base';
import { readConfig } from '@toolmark/config';
import { createKnownSecrets } from '@toolmark/reach';
import { markerOf } from '@toolmark/record';
import { openSecretStore, type SecretStore } from '@toolmark/secrets';
import { startRecorder } from '../calls/record/start-recorder.ts';
import { noAuthProblem } from '../front/guard/guard.ts';
import { loadLocalTokens } from '../front/guard/local-tokens.ts';
import { type HttpServer, listen } from '../front/http-server.ts';
import { createLog } from './create-log.ts';
import type { GatewayOptions, Prepared, RunningGateway } from './gateway-options.ts';
import { runGateway } from './run-gateway.ts';

/**
 * Starts the gateway. It listens at once, and connects to its servers meanwhile. On failure, everything is closed again and the result is a
 * readable reason.
 *
 * @param record starts the recorder; a parameter for benchmarks that measure its cost
 */
export async function startGateway(
  options: GatewayOptions,
  record: typeof startRecorder = startRecorder,
): Promise<Result<RunningGateway, string>> {
  const { dataDir, env } = options;
  const log = createLog({ ...options.log, level: options.logLevel ?? 'info' });
  // Opened before the config, which may refer to secrets. Opening writes nothing.
  const secrets = await openSecretStore({ dataDir, env, log });
  if (!secrets.ok) return secrets;
  const started = await startWith({ ...options, secrets: secrets.value.get }, secrets.value, record);
  if (!started.ok) await secrets.value.close();
  return started;
}

async function startWith(
  options: GatewayOptions,
  secrets: SecretStore,
  record: typeof startRecorder,
): Promise<Result<RunningGateway, string>> {
  const prepared = await prepare(options);
  if (!prepared.ok) return prepared;
  const { host, port } = prepared.value;
  const listening = await listen(host, port);
  if (!listening.ok) return listening;
  try {
    const running = await assemble(options, prepared.value, { http: listening.value, secrets, record });
    if (!running.ok) endListening(listening.value);
    return running;
  } catch (error) {
    endListening(listening.value);
    return err(`The gateway could not be started: ${toMessage(error)}`);
  }
}

function endListening(http: HttpServer): void {
  http.stopListening();
  http.cut();
}

/** Checks the options, and reads the config and the tokens. Opens nothing that has to be closed on failure. */
async function prepare(options: GatewayOptions): Promise<Result<Prepared, string>> {
  const loaded = await readConfig(options);
  if (!loaded.ok) return loaded;
  const { listen } = loaded.value.config;
  const { host = listen.host, port = listen.port } = options;
  const problem = options.auth ? undefined : noAuthProblem(host);
  if (problem !== undefined) return err(problem);
  const opened = await openDataDir(options.dataDir);
  if (!opened.ok) return opened;
  const tokens = options.auth ? await loadLocalTokens(options.dataDir) : ok(undefined);
  return tokens.ok ? ok({ ...loaded.value, host, port, localTokens: tokens.value }) : tokens;
}

async function assemble(
  options: GatewayOptions,
  prepared: Prepared,
  { http, secrets, record }: { http: HttpServer; secrets: SecretStore; record: typeof startRecorder },
): Promise<Result<RunningGateway, string>> {
  const { dataDir } = options;
  const { config, warnings, localTokens } = prepared;
  const known = createKnownSecrets(markerOf);
  known.set('', secrets.values());
  const log = createLog({ ...options.log, level: options.logLevel ?? config.log.level, known });
  for (const { path, message } of warnings) log.warn({ path }, `config: ${path} ${message}`);
  for (const message of localTokens?.warnings ?? []) log.warn({}, message);
  http.onError((error) => log.error({ error: toMessage(error) }, 'the listening socket failed'));

  const recorder = record({ config: config.record, configFile: options.configFile, dataDir, log, known });
  try {
    const machine = { platform: process.platform, env: options.env, home: homedir() };
    const running = await runGateway(options, prepared, { http, log, recorder, known, machine, secrets });
    if (!running.ok) await recorder.close();
    return running;
  } catch (error) {
    await recorder.close();
    throw error;
  }
}
