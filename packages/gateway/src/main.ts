import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { err, ok, type Result } from '@toolmark/annotations';
import type { ConfigFailure, Surroundings } from '@toolmark/reach';
import type { GatewayConfig, LogLevel } from './config/config.ts';
import { writeSchema } from './config/first-config.ts';
import { loadConfig } from './config/load.ts';
import type { ParsedConfig } from './config/parse.ts';
import { watchConfig } from './config/reload.ts';
import { createEngine } from './engine.ts';
import { createGuard, noAuthProblem } from './front/guard/guard.ts';
import { loadOrCreateToken } from './front/guard/token-file.ts';
import { createMetrics } from './front/health/metrics.ts';
import { outcomeOf } from './front/health/outcome.ts';
import { createMcpFront } from './front/mcp/front.ts';
import { listen } from './http-server.ts';
import { createLog, type LogOptions } from './log.ts';
import { createRouter } from './router.ts';
import { removeRuntimeFile, writeRuntimeFile } from './runtime-file.ts';
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
  /** Lets running calls end, ends every server, and is done within a deadline. */
  readonly close: () => Promise<void>;
}

/** How long answers get to leave once the last call has ended. */
const FLUSH_MS = 1_000;

/**
 * Starts the gateway: it listens at once and connects to its servers meanwhile. What keeps it from starting is a value, in
 * sentences for a person.
 */
export async function startGateway(options: GatewayOptions): Promise<Result<RunningGateway, string>> {
  const loaded = await readConfig(options);
  if (!loaded.ok) return loaded;
  const { config, warnings } = loaded.value;
  const { host, port } = { ...config.listen, ...defined({ host: options.host, port: options.port }) };
  const problem = options.auth ? undefined : noAuthProblem(host);
  if (problem !== undefined) return err(problem);
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const token = options.auth ? await loadOrCreateToken(options.dataDir) : ok(undefined);
  if (!token.ok) return token;
  const listening = await listen(host, port);
  if (!listening.ok) return listening;
  const http = listening.value;

  const log = createLog({ ...options.log, level: options.logLevel ?? config.log.level });
  for (const { path, message } of warnings) log.warn({ path }, `config: ${path} ${message}`);
  for (const message of token.value?.warnings ?? []) log.warn({}, message);
  const { dataDir, version, env, configFile } = options;
  let isDraining = false;
  const engine = await createEngine({
    config,
    dataDir,
    version,
    env,
    log,
    onCall: ({ tool, reply, startedAt }) => {
      if (tool !== undefined && reply !== undefined)
        metrics.recordCall(tool.server, outcomeOf(reply), systemClock.now() - startedAt);
    },
  });
  const mcp = createMcpFront({
    core: engine.core,
    catalog: engine.catalog,
    limits: config.limits,
    clock: systemClock,
    newId: randomUUID,
    log,
    serverInfo: engine.serverInfo,
  });
  const metrics = createMetrics({
    version,
    servers: engine.upstreams.all,
    sessions: () => mcp.stats().sessions,
    listeners: () => mcp.stats().subscriptions,
  });
  const tokenFile = token.value?.file;
  const guardFor = ({ allowedHosts, allowedOrigins }: GatewayConfig) =>
    createGuard({
      host,
      port: http.port,
      allowedHosts,
      allowedOrigins,
      token: token.value?.token,
      tokenFile: tokenFile ?? '',
    });
  let guard = guardFor(config);
  http.serve(createRouter({ guard: () => guard, mcp, engine, metrics, isDraining: () => isDraining, version, log }));
  const watcher = await watchConfig({
    file: configFile,
    current: config,
    read: () => readConfig(options),
    apply: (changed) => {
      guard = guardFor(changed);
      engine.apply(changed);
    },
    log,
    isLevelFixed: options.logLevel !== undefined,
  });
  await writeSchema(configFile).catch((error: unknown) => log.debug({ error }, 'the schema could not be written'));
  await writeRuntimeFile(dataDir, {
    url: http.url,
    pid: process.pid,
    started_at: new Date().toISOString(),
    version,
    config: configFile,
  });
  log.info({ url: http.url, servers: config.servers.length }, 'listening');

  const close = async (): Promise<void> => {
    isDraining = true;
    log.info({}, 'stopping: running calls may end');
    watcher.close();
    http.stopListening();
    await removeRuntimeFile(dataDir, process.pid);
    await engine.drain();
    await mcp.close(FLUSH_MS);
    await engine.close();
    http.cut();
    metrics.close();
    log.info({}, 'stopped');
  };
  let closing: Promise<void> | undefined;
  return ok({
    url: http.url,
    tokenFile,
    configFile,
    close: () => {
      closing ??= close();
      return closing;
    },
  });
}

/** The config with what was asked for on the command line, or every problem it has, in lines for a person. */
export async function readConfig(
  options: Pick<GatewayOptions, 'configFile' | 'env' | 'self' | 'transparent'>,
): Promise<Result<ParsedConfig, string>> {
  const { configFile, env, self, transparent = false } = options;
  const loaded = await loadConfig(configFile, { env, self }, { transparent });
  return loaded.ok ? loaded : err(describeFailure(loaded.error));
}

function describeFailure({ file, problems }: ConfigFailure): string {
  const [first] = problems;
  if (problems.length === 1 && first?.path === '') return `${file} ${first.message}`;
  return [`${file} cannot be used:`, ...problems.map(({ path, message }) => `  ${path}: ${message}`)].join('\n');
}

function defined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
