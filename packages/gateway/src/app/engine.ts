import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { ok, type Result, toMessage } from '@toolmark/annotations';
import { type JsonObject, type Log, systemClock } from '@toolmark/base';
import type { GatewayConfig } from '@toolmark/config';
import type { KnownSecrets } from '@toolmark/reach';
import {
  createSignIns,
  createUpstreams,
  createVerdictFile,
  OFFER_KINDS,
  openConnection,
  type SignIns,
  type Upstreams,
} from '@toolmark/upstream';
import type { Recorder } from '../calls/record/recorder.ts';
import { createSeeTools } from '../calls/record/tool-versions.ts';
import { createCatalogBuilder } from '../catalog/builder.ts';
import { type CurrentCatalog, createCurrentCatalog } from '../catalog/current-catalog.ts';
import { createPendingChanges } from '../catalog/pending-changes.ts';
import { createCore, type RunningCore } from '../core/create-core.ts';
import { awaitFirstOffers, type FirstOffers } from '../core/first-offers.ts';
import type { Catalog } from '../model/catalog.ts';
import { createSearching, type Searching } from '../search/searching.ts';
import { type Acting, createActing } from './acting.ts';

/** Servers, catalog and core, wired: the gateway without a front. */
export interface Engine {
  readonly core: RunningCore;
  readonly catalog: () => Catalog;
  readonly upstreams: Upstreams;
  /** Finds tools. */
  readonly searching: Searching;
  readonly signIns: SignIns;
  readonly serverInfo: JsonObject;
  /** What acts on hints, for the fronts of people. */
  readonly acting: Acting;
  /** When every server had its first chance, or the others have waited long enough. */
  readonly settled: Promise<void>;
  /** Takes up a config that was read while running; resolves when the catalog is as it says. */
  readonly apply: (config: GatewayConfig) => Promise<void>;
  /** Lets running calls end for as long as the config grants, refusing new ones. */
  readonly drain: () => Promise<void>;
  /** Ends every server and forgets nothing that should be remembered. */
  readonly close: () => Promise<void>;
}

export interface EngineOptions {
  readonly config: GatewayConfig;
  readonly configFile: string;
  readonly dataDir: string;
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  readonly recorder: Recorder;
  /** Told of the secrets of servers, and asked for them by whoever shows what servers said. */
  readonly known?: KnownSecrets | undefined;
  /** Whether persons can reach it; they can unless said. */
  readonly canBeAnswered?: boolean;
  /** Where people can answer a question on the page; nowhere unless given. */
  readonly pageUrl?: (id: string) => string | undefined;
  /** Where browsers come back to after signing in to a server; nowhere unless given. */
  readonly callbackUrl?: () => string;
}

/** How long servers get to leave, all together: each has its own, shorter patience. */
const CLOSE_MS = 5_000;

/** What keeps it from being made is a sentence for a person. */
export async function createEngine(options: EngineOptions): Promise<Result<Engine, string>> {
  const { config, configFile, dataDir, version, env, log, recorder, known } = options;
  const serverInfo = { name: 'toolmark', title: 'Toolmark', version };
  const clock = systemClock;
  const builderFor = ({ transparent, pageSize }: GatewayConfig) =>
    createCatalogBuilder({ transparent, pageSize, serverInfo }, () => acting.settings());
  // Some of what acts is told of changes before there is a catalog.
  let wired: CurrentCatalog | undefined;
  const acted = await createActing({
    ...{ config, configFile, dataDir, clock, log, recorder, known },
    catalog: () => wired?.get(),
    toolFor: (name, caller) => catalog.toolFor(name, caller),
    canBeAnswered: options.canBeAnswered ?? true,
    pageUrl: options.pageUrl,
    onHints: () => wired?.changed(['tools']) ?? Promise.resolve(),
    onStanding: () => recorder.tell('tools.changed', {}),
  });
  if (!acted.ok) return acted;
  const acting = acted.value;
  let current = config;
  let builder = builderFor(config);
  const verdicts = await createVerdictFile(join(dataDir, 'eras.json'), { log, now: clock.now });
  const signedIn = await createSignIns({
    ...{ path: join(dataDir, 'sign-ins.json'), clock, log },
    callbackUrl: () => options.callbackUrl?.(),
    restart: async (server) => upstreams.get(server)?.restart(),
  });
  if (!signedIn.ok) {
    await acting.close();
    return signedIn;
  }
  const signIns = signedIn.value;
  signIns.apply(config.servers);
  const catalog = createCurrentCatalog({
    builder: () => builder,
    offers: () =>
      upstreams
        .all()
        .filter(({ status }) => status().state !== 'disabled')
        .map((server) => ({ server: server.name, offer: server.offer() })),
    giveWay: () => turn(),
    now: () => performance.now(),
    tightened: (tool) => pending.tightened(tool),
    announce: (kinds) => {
      core.onOffer('', kinds);
      first.update();
      if (!kinds.includes('tools')) return;
      acting.toolsChanged();
      seeTools.changed();
      recorder.tell('tools.changed', {});
    },
    onBug: (error) => log.error({ error: toMessage(error) }, 'the catalog could not be made'),
  });

  wired = catalog;
  const pending = createPendingChanges({
    builtFrom: catalog.builtFrom,
    received: (server) => upstreams.get(server)?.offer().tools,
    settings: acting.settings,
  });

  const upstreams = createUpstreams({
    open: openConnection,
    clock,
    random: Math.random,
    verdicts,
    log,
    self: { name: serverInfo.name, version },
    env,
    known,
    tokensFor: signIns.tokensFor,
    events: {
      onStatus: (server) => {
        core.onStatus(server);
        acting.serverChanged(server);
        first.update();
        recorder.tell('servers.changed', { server, state: upstreams.get(server)?.status().state ?? null });
      },
      onOffer: (_server, kinds) => catalog.changed(kinds),
      onNotification: (server, notification) => core.onNotification(server, notification),
      onRequest: (server, method, params, withdrawn) => core.onRequest(server, method, params, withdrawn),
    },
  });
  const searching = createSearching({
    ...{ catalog: catalog.get, servers: upstreams.all, policy: acting.policy, subjects: acting.subjects },
    giveWay: () => turn(),
    now: () => performance.now(),
  });
  const core = createCore({
    catalog: catalog.get,
    upstream: upstreams.get,
    servers: upstreams.all,
    searching,
    serverInfo,
    transparent: config.transparent,
    log,
    clock,
    recorder,
    acting: acting.steps,
    onSessionClosed: acting.left,
    ids: { call: recorder.nextKey, unique: randomUUID, secret: () => randomBytes(32).toString('base64url') },
  });
  const seeTools = createSeeTools(catalog.get, recorder.saw, clock);
  const first: FirstOffers<RunningCore> = awaitFirstOffers(core, upstreams.all, catalog.get, clock);
  upstreams.apply(config.servers);
  first.update();

  return ok({
    core: first.core,
    catalog: catalog.get,
    upstreams,
    searching,
    signIns,
    serverInfo,
    acting,
    settled: first.settled,
    apply: (changed) => {
      const isPagedAnew = changed.pageSize !== current.pageSize;
      const isCutAnew = !isDeepStrictEqual(changed.profiles, current.profiles);
      if (isPagedAnew) builder = builderFor(changed);
      current = changed;
      acting.apply(changed);
      signIns.apply(changed.servers);
      const { isReordered } = upstreams.apply(changed.servers);
      return catalog.changed(isPagedAnew || isReordered || isCutAnew ? OFFER_KINDS : []);
    },
    drain: async () => {
      core.refuse();
      const stopping = acting.stopAsking();
      await core.drained(AbortSignal.timeout(current.limits.drainMs));
      await stopping;
    },
    close: async () => {
      first.close();
      seeTools.close();
      core.close();
      await upstreams.close(CLOSE_MS);
      await signIns.close();
      await acting.close();
      await verdicts.flush();
    },
  });
}
