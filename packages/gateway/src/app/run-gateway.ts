import { randomBytes, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { ok, type Result } from '@toolmark/annotations';
import { type GatewayLog, startIdleCollector, systemClock } from '@toolmark/base';
import { readConfig, type WatchedConfig, watchConfig } from '@toolmark/config';
import { instanceProof, type KnownSecrets } from '@toolmark/reach';
import type { SecretStore } from '@toolmark/secrets';
import type { Machine } from '@toolmark/setup';
import { CALLBACK_PATH } from '@toolmark/upstream';
import type { RunningRecorder } from '../calls/record/create-recorder.ts';
import { createEventHub } from '../front/events/event-hub.ts';
import { createAccess } from '../front/guard/access.ts';
import { createMetrics } from '../front/health/metrics.ts';
import type { HttpServer } from '../front/http-server.ts';
import { createDoors } from '../front/mcp/doors.ts';
import { createMcpFront } from '../front/mcp/front.ts';
import { createPasskeys } from '../front/presence/create-passkeys.ts';
import { asksForPasskey, presenceRelaxed } from '../front/presence/presence-problem.ts';
import { createTokenRegistry } from '../front/tokens/create-token-registry.ts';
import { openPage } from '../front/web/open-page.ts';
import { createPolicyReplay } from '../policy/replay/create-policy-replay.ts';
import { closeAll } from './close-all.ts';
import { createDemo } from './demo/create-demo.ts';
import { createEngine } from './engine.ts';
import type { GatewayOptions, Prepared, RunningGateway } from './gateway-options.ts';
import { leaveTraces } from './leave-traces.ts';
import { createRouter } from './router.ts';
import { createSetUp } from './set-up.ts';

interface Parts {
  readonly http: HttpServer;
  readonly log: GatewayLog;
  readonly recorder: RunningRecorder;
  readonly known: KnownSecrets;
  /** Where other clients keep their servers. */
  readonly machine: Machine;
  readonly secrets: SecretStore;
}

/** Puts everything together that depends on each other, and runs it. */
export async function runGateway(
  options: GatewayOptions,
  { config, localTokens, host }: Prepared,
  { http, log, recorder, known, machine, secrets }: Parts,
): Promise<Result<RunningGateway, string>> {
  const { configFile, dataDir, version, env } = options;
  const startedAt = systemClock.now();
  const stopCollecting = startIdleCollector();
  let current = config;
  const registered = await createTokenRegistry({
    ...{ dataDir, clock: systemClock, log },
    profiles: () => current.profiles.map(({ name }) => name),
  });
  if (!registered.ok) return registered;
  const tokens = registered.value;
  const enrolled = await createPasskeys({ dataDir, clock: systemClock, log });
  if (!enrolled.ok) {
    await tokens.close();
    return enrolled;
  }
  const passkeys = enrolled.value;
  /** Where passkeys are asked for, by a name: browsers know none for an address. */
  const pageUrl = (): string => (asksForPasskey(current.policy) ? http.localhostUrl : undefined) ?? http.url;
  const made = await createEngine({
    config,
    configFile,
    dataDir,
    version,
    env,
    log,
    recorder,
    known,
    pageUrl: (id) => `${pageUrl()}/approvals/${id}`,
    callbackUrl: () => `${http.url}${CALLBACK_PATH}`,
  });
  if (!made.ok) {
    passkeys.close();
    await tokens.close();
    return made;
  }
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
    now: systemClock.now,
  });
  core.onCallEnd(metrics.countCall);
  const { signIn, guardFor, sharedToken } = createAccess({
    ...{ host, http, pageUrl, localTokens, now: systemClock.now, tokens },
  });
  const events = createEventHub({ reader: recorder.reader, onEvents: recorder.onEvents, clock: systemClock });
  const replayPolicy = createPolicyReplay({
    reader: recorder.reader,
    settled: recorder.settled,
    config: () => current,
    now: systemClock.now,
  });
  const secret = randomBytes(32).toString('base64url');
  const watching = Promise.withResolvers<WatchedConfig>();
  const setUp = createSetUp({
    ...{
      options,
      machine,
      secrets,
      url: http.url,
      localTokens,
      secret,
      registryUrl: () => current.registry.url,
      watched: () => watching.promise,
    },
    profiles: () => current.profiles,
  });
  const demo = createDemo({
    ...{ engine, config: () => current, configFile, version, clock: systemClock },
    ...{ url: http.url, token: localTokens?.stdio.token, editor: setUp.config },
  });
  let guard = guardFor(config);
  let doors = createDoors(config.profiles);
  tokens.onEnd(({ name }) => mcp.dismiss(name));
  let isDraining = false;
  let configProblem: string | undefined;
  http.serve(
    createRouter({
      guard: () => guard,
      doors: () => doors,
      mcp,
      engine,
      metrics,
      isDraining: () => isDraining,
      signIn,
      servePage: await openPage(version, log),
      prove: (challenge) => instanceProof(secret, challenge),
      configProblem: () => configProblem,
      recorder,
      known,
      policy: () => current.policy,
      replayPolicy,
      demo,
      tokens,
      passkeys,
      localhostUrl: http.localhostUrl,
      sharedToken,
      profiles: () => current.profiles,
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
      const relaxed = presenceRelaxed(current.policy, changed.policy);
      if (relaxed !== undefined) log.warn({}, relaxed);
      const isCutAnew = !isDeepStrictEqual(changed.profiles, current.profiles);
      current = changed;
      guard = guardFor(changed);
      if (isCutAnew) {
        doors = createDoors(changed.profiles);
        mcp.reopen(doors.reopen);
      }
      recorder.apply(changed.record);
      return engine.apply(changed);
    },
    onVerdict: (problem) => {
      configProblem = problem;
    },
    log,
    isLevelFixed: options.logLevel !== undefined,
  });
  watching.resolve(watcher);
  secrets.onChange(() => {
    known.set('', secrets.values());
    void watcher.reload();
  });
  await leaveTraces(options, http.url, secret, log);
  log.info({ url: http.url, servers: config.servers.length }, 'listening');

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
