import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ok, type Result, toMessage } from '@toolmark/annotations';
import { type GatewayLog, startIdleCollector, systemClock } from '@toolmark/base';
import { readConfig, watchConfig } from '@toolmark/config';
import { instanceProof, type KnownSecrets } from '@toolmark/reach';
import type { SecretStore } from '@toolmark/secrets';
import type { Machine } from '@toolmark/setup';
import { CALLBACK_PATH } from '@toolmark/upstream';
import type { RunningRecorder } from '../calls/record/create-recorder.ts';
import { createCallTool } from '../core/call-tool.ts';
import { createEventHub } from '../front/events/event-hub.ts';
import { createAccess } from '../front/guard/access.ts';
import { createMetrics } from '../front/health/metrics.ts';
import type { HttpServer } from '../front/http-server.ts';
import { createDoors } from '../front/mcp/doors.ts';
import { createMcpFront } from '../front/mcp/front.ts';
import { openSessionFile } from '../front/mcp/legacy/session-file.ts';
import { createPasskeys } from '../front/presence/create-passkeys.ts';
import { presenceRelaxed, requiresPasskey } from '../front/presence/presence-problem.ts';
import { createRestListener } from '../front/rest/listener.ts';
import { createPolicyAnswers } from '../front/rest/policy-answers.ts';
import { createRouter } from '../front/router.ts';
import { createTokenRegistry } from '../front/tokens/create-token-registry.ts';
import { openPage } from '../front/web/open-page.ts';
import { createPolicyReplay } from '../policy/replay/create-policy-replay.ts';
import { findForOwner } from '../search/searching.ts';
import { announceGateway } from './announce-gateway.ts';
import { closeAll } from './close-all.ts';
import { createDemo } from './demo/create-demo.ts';
import { createEngine } from './engine.ts';
import type { GatewayOptions, Prepared, RunningGateway } from './gateway-options.ts';
import { createLiveConfig } from './live-config.ts';
import { createSetUp } from './set-up.ts';

interface Parts {
  readonly http: HttpServer;
  readonly log: GatewayLog;
  readonly recorder: RunningRecorder;
  /** The secrets of the config. */
  readonly known: KnownSecrets;
  /** Where other clients keep their servers. */
  readonly machine: Machine;
  readonly secrets: SecretStore;
}

/** Creates the parts of the gateway in the order in which they need each other, and starts to serve. Fails with a readable reason. */
export async function runGateway(
  options: GatewayOptions,
  { config: startConfig, localTokens, host }: Prepared,
  { http, log, recorder, known, machine, secrets }: Parts,
): Promise<Result<RunningGateway, string>> {
  const { configFile, dataDir, version, env } = options;
  const clock = systemClock;
  const startedAt = clock.now();
  const stopCollecting = startIdleCollector();
  const config = createLiveConfig(startConfig);

  // The credentials: tokens of clients, passkeys of people.
  const registered = await createTokenRegistry({
    dataDir,
    clock,
    log,
    profiles: () => config.value.profiles.map(({ name }) => name),
  });
  if (!registered.ok) return registered;
  const tokens = registered.value;
  const enrolled = await createPasskeys({ dataDir, clock, log });
  if (!enrolled.ok) {
    await tokens.close();
    return enrolled;
  }
  const passkeys = enrolled.value;
  /** While passkeys are required, the page is opened under a name: browsers bind passkeys to names, not to addresses. */
  const pageUrl = (): string => (requiresPasskey(config.value.policy) ? http.localhostUrl : undefined) ?? http.url;
  const { signIn, guardFor, sharedToken } = createAccess({
    host,
    http,
    pageUrl,
    localTokens,
    now: clock.now,
    tokens,
  });

  // The engine: servers, catalog, core.
  const made = await createEngine({
    config,
    configFile,
    dataDir,
    version,
    env,
    log,
    recorder,
    known,
    pageUrl: (path) => `${pageUrl()}${path}`,
    callbackUrl: () => `${http.url}${CALLBACK_PATH}`,
  });
  if (!made.ok) {
    passkeys.close();
    await tokens.close();
    return made;
  }
  const engine = made.value;
  const { core, catalog, serverInfo, upstreams, enforcement } = engine;
  const servers = upstreams.all;
  // A client reads the capabilities of the server that is passed through only once, so they must be there before the first one connects.
  if (startConfig.transparent) await engine.settled;

  // MCP over HTTP.
  const sessionFile = await openSessionFile(join(dataDir, 'sessions.json'), { clock, log });
  const mcp = createMcpFront({
    core,
    catalog,
    limits: startConfig.limits,
    clock,
    newId: randomUUID,
    log,
    serverInfo,
    sessionFile,
  });
  const guard = config.derive(({ allowedHosts, allowedOrigins }) => ({ allowedHosts, allowedOrigins }), guardFor);
  const doors = config.derive(({ profiles }) => profiles, createDoors);
  const metrics = createMetrics({
    version,
    servers,
    sessions: () => mcp.stats().sessions,
    listeners: () => mcp.stats().subscriptions,
    record: recorder.status,
    now: clock.now,
  });
  core.onCallEnd(metrics.countCall);
  tokens.onEnd(({ name }) => mcp.dismiss(name));

  // The config file, which may change while the gateway runs.
  config.onChange((changed, before) => {
    const relaxed = presenceRelaxed(before.policy, changed.policy);
    if (relaxed !== undefined) log.warn({}, relaxed);
    if (!isDeepStrictEqual(changed.profiles, before.profiles)) mcp.reopen(doors.value.reopen);
    recorder.apply(changed.record);
  });
  let configProblem: string | undefined;
  const watcher = await watchConfig({
    file: configFile,
    started: startConfig,
    read: () => readConfig(options),
    apply: config.set,
    onVerdict: (problem) => {
      configProblem = problem;
    },
    log,
    isLevelFixed: options.logLevel !== undefined,
  });
  secrets.onChange(() => {
    known.set('', secrets.values());
    void watcher.reload();
  });

  // The API and the page.
  const secret = randomBytes(32).toString('base64url');
  const profiles = () => config.value.profiles;
  const setUp = createSetUp({
    options,
    machine,
    secrets,
    url: http.url,
    localTokens,
    secret,
    profiles,
    registryUrl: () => config.value.registry.url,
    watcher,
  });
  const demo = createDemo({
    engine,
    config: () => config.value,
    configFile,
    version,
    clock,
    url: http.url,
    token: localTokens?.stdio.token,
    editor: setUp.config,
  });
  const events = createEventHub({ reader: recorder.reader, onEvents: recorder.onEvents, clock });
  const replay = createPolicyReplay({
    reader: recorder.reader,
    settled: recorder.settled,
    config: () => config.value,
    now: clock.now,
  });
  const rest = createRestListener({
    ...setUp,
    servers,
    catalog,
    signIns: engine.signIns,
    restart: async (name) => upstreams.get(name)?.restart(),
    serverEnded: upstreams.ended,
    search: (question, principal) => findForOwner(engine.searching, question, principal),
    callTool: createCallTool(core),
    approvals: enforcement.approvals,
    overrides: enforcement.overrides,
    standings: enforcement.standings,
    trustOf: enforcement.trustOf,
    policy: {
      ...createPolicyAnswers(enforcement, { servers, catalog }),
      current: () => config.value.policy,
      replay,
    },
    recorder,
    events,
    knownSecrets: known,
    demo,
    signIn,
    tokens,
    passkeys,
    sharedToken,
    localhostUrl: http.localhostUrl,
    profiles,
    limits: startConfig.limits,
    version,
    startedAt,
    now: clock.now,
    configFile,
    configProblem: () => configProblem,
    onBug: (incident, error) =>
      log.error({ incident, error: toMessage(error), stack: error instanceof Error ? error.stack : undefined }, 'bug'),
  });

  let isDraining = false;
  http.serve(
    createRouter({
      guard,
      doors,
      mcp,
      rest,
      signIns: engine.signIns,
      health: {
        servers,
        isDraining: () => isDraining,
        metrics,
        prove: (challenge) => instanceProof(secret, challenge),
      },
      page: await openPage(version, log),
    }),
  );
  await announceGateway(options, http.url, secret, log);
  log.info({ url: http.url, servers: startConfig.servers.length }, 'listening');

  let closing: Promise<void> | undefined;
  return ok({
    url: http.url,
    ownerFile: localTokens?.owner.file,
    configFile,
    pageLink: (lastsMs) => signIn.makeLink(lastsMs)?.url ?? `${pageUrl()}/`,
    close: () => {
      isDraining = true;
      watcher.close();
      stopCollecting();
      closing ??= closeAll({
        http,
        demo,
        engine,
        mcp,
        sessionFile,
        events,
        recorder,
        metrics,
        tokens,
        passkeys,
        secrets,
        dataDir,
        log,
      });
      return closing;
    },
  });
}
