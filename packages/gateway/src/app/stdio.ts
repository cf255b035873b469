import { randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { err, ok, type Result } from '@toolmark/annotations';
import { type SessionEndReason, TOKEN_FILES, TOKEN_VARIABLE } from '@toolmark/api-contract';
import { type GatewayLog, systemClock } from '@toolmark/base';
import { type GatewayConfig, readConfig } from '@toolmark/config';
import { createKnownSecrets, type KnownSecrets } from '@toolmark/reach';
import { markerOf } from '@toolmark/record';
import { openSecretStore } from '@toolmark/secrets';
import type { Recorder } from '../calls/record/recorder.ts';
import { startRecorder } from '../calls/record/start-recorder.ts';
import { createDoors } from '../front/mcp/doors.ts';
import type { GatewayPlace } from '../front/mcp/stdio/join/gateway-http.ts';
import { joinGateway } from '../front/mcp/stdio/join/join-gateway.ts';
import { serveStdioFront } from '../front/mcp/stdio/serve-stdio.ts';
import { openTokenDesk } from '../front/tokens/open-token-desk.ts';
import type { Entrance } from '../model/entrance.ts';
import type { TokenGrant } from '../model/grant.ts';
import { createLog } from './create-log.ts';
import { createEngine } from './engine.ts';
import { findGateway } from './find-gateway.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { createLiveConfig } from './live-config.ts';

export interface StdioOptions extends Omit<GatewayOptions, 'auth' | 'host' | 'port'> {
  /** Whether to relay to a gateway that already runs with the same config. */
  readonly mayJoin: boolean;
  /** Offer the search tools instead of all tools. */
  readonly search?: boolean;
  /** Restricts the client to a profile. */
  readonly profile?: string;
}

export interface Streams {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly signal: AbortSignal;
}

/** The time for calls under way after the client of a joined gateway has closed stdin. */
const DRAIN_MS = 10_000;
/** The time to send the last answers. */
const FLUSH_MS = 1_000;

/** Serves MCP on stdio until the client disconnects: through a running gateway, or with an engine of its own. */
export async function runStdio(options: StdioOptions, streams: Streams): Promise<Result<undefined, string>> {
  const locate = async (): Promise<GatewayPlace | undefined> => {
    const found = await findGateway({ ...options, token: clientToken(options) });
    return found && { ...found, url: `${found.url}${doorOf(options)}` };
  };
  const running = options.mayJoin ? await locate() : undefined;
  const missing = running === undefined ? undefined : await missingProfile(options);
  if (missing !== undefined) return err(missing);
  if (running === undefined) return serveAlone(options, streams);
  await joinGateway({ ...running, locate, ...streams, clock: systemClock, drainMs: DRAIN_MS });
  return ok(undefined);
}

/** The token that `toolmark connect` or a person has given to the client. */
const clientToken = ({ env }: Pick<StdioOptions, 'env'>): string | undefined => env[TOKEN_VARIABLE] || undefined;

/** The path of the MCP endpoint that gives the same search mode and profile. */
const doorOf = ({ search, profile }: Pick<StdioOptions, 'search' | 'profile'>): string =>
  `/mcp${profile === undefined ? '' : `/p/${profile}`}${search ? '/search' : ''}`;

/** Why the profile does not exist, to be reported before joining: the running gateway has the same config. */
async function missingProfile(options: StdioOptions): Promise<string | undefined> {
  const { profile } = options;
  const loaded = profile === undefined ? undefined : await readConfig(options);
  if (profile === undefined || loaded?.ok !== true) return undefined;
  const { config } = loaded.value;
  return config.profiles.some(({ name }) => name === profile) ? undefined : noProfile(profile, config);
}

function noProfile(name: string, { profiles }: GatewayConfig): string {
  const known = profiles.map((profile) => profile.name).join(', ');
  const have = known === '' ? 'There are none in the config yet' : `There are ${known}`;
  return `There is no profile '${name}'. ${have}; create one with: toolmark profiles set`;
}

async function serveAlone(given: StdioOptions, streams: Streams): Promise<Result<undefined, string>> {
  const { env } = given;
  const ownLog = createLog({ ...given.log, level: given.logLevel ?? 'info' });
  const secrets = await openSecretStore({ dataDir: given.dataDir, env, log: ownLog });
  if (!secrets.ok) return secrets;
  // Clients restart it often, so changed secrets apply from the next start.
  await secrets.value.close();
  const options = { ...given, secrets: secrets.value.get };
  const loaded = await readConfig(options);
  if (!loaded.ok) return loaded;
  const { config, warnings } = loaded.value;
  const grant = await grantOf(options, config);
  if (!grant.ok) return grant;
  const entrance = createDoors(config.profiles).open(doorOf(options), grant.value);
  if (entrance === undefined) return err(noProfile(options.profile ?? '', config));
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const { dataDir } = options;
  const known = createKnownSecrets(markerOf);
  known.set('', secrets.value.values());
  const log = createLog({ ...options.log, level: options.logLevel ?? config.log.level, known });
  for (const { path, message } of warnings) log.warn({ path }, `config: ${path} ${message}`);
  const recorder = startRecorder({ config: config.record, configFile: options.configFile, dataDir, log, known });
  let reason: SessionEndReason = 'stopped';
  try {
    const served = await serve(config, { options, streams, log, recorder, known, entrance });
    if (!served.ok) return served;
    if (!streams.signal.aborted) reason = 'left';
  } finally {
    await recorder.close(reason);
  }
  return ok(undefined);
}

/** The grant of the client's token, which applies without a running gateway too; `undefined` for a client without a named token. */
async function grantOf(options: StdioOptions, config: GatewayConfig): Promise<Result<TokenGrant | undefined, string>> {
  const token = clientToken(options);
  if (token === undefined) return ok(undefined);
  const { dataDir } = options;
  for (const name of [TOKEN_FILES.stdio, TOKEN_FILES.shared]) {
    const own = await readFile(join(dataDir, name), 'utf8').catch(() => '');
    if (own.trim() === token) return ok(undefined);
  }
  const desk = await openTokenDesk({ dataDir, profiles: config.profiles.map((profile) => profile.name) });
  if (!desk.ok) return desk;
  const found = desk.value.find(token);
  await desk.value.close();
  if (typeof found === 'object' && found.kind === 'client') return ok(found);
  const why = typeof found === 'string' ? `is ${found}` : 'is no client token of this gateway';
  return err(`The token in ${TOKEN_VARIABLE} ${why}. Give the client another one with: toolmark connect CLIENT`);
}

interface Parts {
  readonly options: StdioOptions;
  readonly streams: Streams;
  readonly log: GatewayLog;
  readonly recorder: Recorder;
  readonly known: KnownSecrets;
  readonly entrance: Entrance;
}

/** Serves until the client disconnects, or the signal is aborted. */
async function serve(
  config: GatewayConfig,
  { options, streams, log, recorder, known, entrance }: Parts,
): Promise<Result<undefined, string>> {
  const { configFile, dataDir, version, env } = options;
  const made = await createEngine({
    config: createLiveConfig(config),
    configFile,
    dataDir,
    version,
    env,
    log,
    recorder,
    known,
    // Without HTTP, people cannot answer outside of the client.
    canBeAnswered: false,
  });
  if (!made.ok) return made;
  const engine = made.value;
  // A client reads the capabilities of the server that is passed through only once, so they must be there before it connects.
  if (config.transparent) await engine.settled;
  const front = serveStdioFront({
    core: engine.core,
    clock: systemClock,
    newId: randomUUID,
    log,
    serverInfo: engine.serverInfo,
    limits: config.limits,
    entrance,
    stdin: streams.stdin,
    stdout: streams.stdout,
  });
  const onAbort = async (): Promise<void> => {
    await engine.drain();
    await front.close(FLUSH_MS);
  };
  const stopped = Promise.withResolvers<void>();
  const stop = (): void => void onAbort().then(stopped.resolve, stopped.reject);
  streams.signal.addEventListener('abort', stop, { once: true });
  if (streams.signal.aborted) stop();
  await Promise.race([front.closed, stopped.promise]);
  streams.signal.removeEventListener('abort', stop);
  await engine.close();
  return ok(undefined);
}
