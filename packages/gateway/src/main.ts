import { randomBytes, randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { err, ok, type Result, toMessage } from '@toolmark/annotations';
import { instanceProof, type Surroundings } from '@toolmark/reach';
import { closeAll } from './close-all.ts';
import type { GatewayConfig, LogLevel } from './config/config.ts';
import type { ParsedConfig } from './config/parse.ts';
import { type WatchedConfig, watchConfig } from './config/reload.ts';
import { openDataDir } from './data-dir.ts';
import { createDemo } from './demo/create-demo.ts';
import { createEngine } from './engine.ts';
import { createEventHub } from './front/events/event-hub.ts';
import { createGuard, noAuthProblem } from './front/guard/guard.ts';
import { createPageCookies } from './front/guard/page-cookie.ts';
import { createSignIn } from './front/guard/sign-in.ts';
import { type GatewayToken, loadOrCreateToken } from './front/guard/token-file.ts';
import { createMetrics } from './front/health/metrics.ts';
import { outcomeOf } from './front/health/outcome.ts';
import { createMcpFront } from './front/mcp/front.ts';
import { openPage } from './front/web/open-page.ts';
import { type HttpServer, listen } from './http-server.ts';
import { leaveTraces } from './leave-traces.ts';
import { createLog, type GatewayLog, type LogOptions } from './log.ts';
import { createPolicyReplay } from './policy/replay/create-policy-replay.ts';
import { readConfig } from './read-config.ts';
import type { RunningRecorder } from './record/create-recorder.ts';
import { startRecorder } from './record/start-recorder.ts';
import { createRouter } from './router.ts';
import { createSetUp } from './set-up.ts';
import { systemClock } from './upstream/clock.ts';

/** What a gateway is started with: everything it would otherwise have to ask the process for. */
export interface GatewayOptions {
  readonly configFile: string;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What the command `toolmark` in the config starts. */
  readonly self: NonNullable<Surroundings['self']>;
  readonly version: string;
  readonly log: Pick<LogOptions, 'format' | 'color' | 'destination'>;
  /** The following come before what the config says. */
  readonly logLevel?: LogLevel;
  readonly transparent?: boolean;
  readonly host?: string;
  readonly port?: number;
  readonly auth: boolean;
}

export interface RunningGateway {
  readonly url: string;
  /** `undefined` where no token is asked for. */
  readonly tokenFile: string | undefined;
  readonly configFile: string;
  /** The address of the page that lets one browser in, once; plain where everybody is let in, or too many wait to be used. */
  readonly pageLink: (lastsMs: number) => string;
  /** Lets running calls end, ends every server, and is done within a deadline. */
  readonly close: () => Promise<void>;
}

/**
 * Starts the gateway: it listens at once and connects to its servers meanwhile. What keeps it from starting is a value, in
 * sentences for a person, and then nothing of it is left behind.
 */
export async function startGateway(options: GatewayOptions): Promise<Result<RunningGateway, string>> {
  const prepared = await prepare(options);
  if (!prepared.ok) return prepared;
  const { host, port } = prepared.value;
  const listening = await listen(host, port);
  if (!listening.ok) return listening;
  try {
    const running = await assemble(options, prepared.value, listening.value);
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

interface Prepared extends ParsedConfig {
  readonly host: string;
  readonly port: number;
  readonly token: GatewayToken | undefined;
}

/** Everything that can go wrong before there is anything to clean up. */
async function prepare(options: GatewayOptions): Promise<Result<Prepared, string>> {
  const loaded = await readConfig(options);
  if (!loaded.ok) return loaded;
  const { listen } = loaded.value.config;
  const { host = listen.host, port = listen.port } = options;
  const problem = options.auth ? undefined : noAuthProblem(host);
  if (problem !== undefined) return err(problem);
  const opened = await openDataDir(options.dataDir);
  if (!opened.ok) return opened;
  const token = options.auth ? await loadOrCreateToken(options.dataDir) : ok(undefined);
  return token.ok ? ok({ ...loaded.value, host, port, token: token.value }) : token;
}

async function assemble(
  options: GatewayOptions,
  prepared: Prepared,
  http: HttpServer,
): Promise<Result<RunningGateway, string>> {
  const { dataDir } = options;
  const { config, warnings, token } = prepared;
  const log = createLog({ ...options.log, level: options.logLevel ?? config.log.level });
  for (const { path, message } of warnings) log.warn({ path }, `config: ${path} ${message}`);
  for (const message of token?.warnings ?? []) log.warn({}, message);
  http.onError((error) => log.error({ error: toMessage(error) }, 'the listening socket is in trouble'));

  const recorder = startRecorder({ config: config.record, configFile: options.configFile, dataDir, log });
  try {
    const running = await connect(options, prepared, { http, log, recorder });
    if (!running.ok) await recorder.close();
    return running;
  } catch (error) {
    await recorder.close();
    throw error;
  }
}

interface Parts {
  readonly http: HttpServer;
  readonly log: GatewayLog;
  readonly recorder: RunningRecorder;
}

/** Puts everything together that depends on each other. */
async function connect(
  options: GatewayOptions,
  { config, token, host }: Prepared,
  { http, log, recorder }: Parts,
): Promise<Result<RunningGateway, string>> {
  const { configFile, dataDir, version, env } = options;
  const startedAt = systemClock.now();
  const made = await createEngine({
    config,
    configFile,
    dataDir,
    version,
    env,
    log,
    recorder,
    pageUrl: (id) => `${http.url}/approvals/${id}`,
    onCall: (call) => {
      const { tool, reply, startedAt } = call;
      demo.sawCall(call);
      if (tool !== undefined && reply !== undefined)
        metrics.recordCall(tool.server, outcomeOf(reply), systemClock.now() - startedAt);
    },
  });
  if (!made.ok) return made;
  const engine = made.value;
  // What a client is told of the one server it is passed on to, it is told once.
  if (config.transparent) await engine.settled;
  const { core, catalog, serverInfo } = engine;
  const front = { core, catalog, limits: config.limits, clock: systemClock, newId: randomUUID, log, serverInfo };
  const mcp = createMcpFront(front);
  const metrics = createMetrics({
    version,
    servers: engine.upstreams.all,
    sessions: () => mcp.stats().sessions,
    listeners: () => mcp.stats().subscriptions,
    record: recorder.status,
  });
  const { now } = systemClock;
  const access = token && { ...token, cookies: createPageCookies({ token: token.token, port: http.port, now }) };
  const signIn = createSignIn({ access, url: http.url, now });
  const guardFor = ({ allowedHosts, allowedOrigins }: GatewayConfig) =>
    createGuard({
      host,
      port: http.port,
      allowedHosts,
      allowedOrigins,
      token: token?.token,
      tokenFile: token?.file ?? '',
      cookies: access?.cookies,
    });
  const events = createEventHub({ reader: recorder.reader, onEvents: recorder.onEvents, clock: systemClock });
  let current = config;
  const replayPolicy = createPolicyReplay({
    reader: recorder.reader,
    settled: recorder.settled,
    config: () => current,
    now: systemClock.now,
  });
  const secret = randomBytes(32).toString('base64url');
  const watching = Promise.withResolvers<WatchedConfig>();
  const machine = { platform: process.platform, env, home: homedir() };
  const setUp = createSetUp({ options, machine, url: http.url, token, secret, watched: () => watching.promise });
  const demo = createDemo({
    ...{ engine, config: () => current, configFile, version, clock: systemClock },
    ...{ url: http.url, token: token?.token, editor: setUp.config },
  });
  let guard = guardFor(config);
  let isDraining = false;
  let configProblem: string | undefined;
  http.serve(
    createRouter({
      guard: () => guard,
      mcp,
      engine,
      metrics,
      isDraining: () => isDraining,
      signIn,
      servePage: await openPage(version, log),
      prove: (challenge) => instanceProof(secret, challenge),
      configProblem: () => configProblem,
      recorder,
      policy: () => current.policy,
      replayPolicy,
      demo,
      setUp,
      events,
      limits: config.limits,
      startedAt,
      configFile,
      version,
      log,
    }),
  );
  const watcher = await watchConfig({
    file: configFile,
    started: config,
    read: () => readConfig(options),
    apply: (changed) => {
      current = changed;
      guard = guardFor(changed);
      engine.apply(changed);
      recorder.apply(changed.record);
    },
    onVerdict: (problem) => {
      configProblem = problem;
    },
    log,
    isLevelFixed: options.logLevel !== undefined,
  });
  watching.resolve(watcher);
  await leaveTraces(options, http.url, secret, log);
  log.info({ url: http.url, servers: config.servers.length }, 'listening');

  let closing: Promise<void> | undefined;
  return ok({
    url: http.url,
    tokenFile: token?.file,
    configFile,
    pageLink: (lastsMs) => signIn.makeLink(lastsMs)?.url ?? `${http.url}/`,
    close: () => {
      isDraining = true;
      watcher.close();
      closing ??= closeAll({ http, demo, engine, mcp, events, recorder, metrics, dataDir, log });
      return closing;
    },
  });
}
