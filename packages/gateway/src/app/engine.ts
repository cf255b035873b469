import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ok, type Result, toMessage } from '@toolmark/annotations';
import { type JsonObject, type Log, systemClock, yieldTurn } from '@toolmark/base';
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
import { createToolRecording } from '../calls/record/tool-recording.ts';
import { createCatalogBuilder } from '../catalog/builder.ts';
import { type CurrentCatalog, createCurrentCatalog } from '../catalog/current-catalog.ts';
import { createPendingChanges } from '../catalog/pending-changes.ts';
import { createCore, type RunningCore } from '../core/create-core.ts';
import { awaitFirstOffers } from '../core/first-offers.ts';
import type { Catalog } from '../model/catalog.ts';
import { createSearching, type Searching } from '../search/searching.ts';
import { createEnforcement, type Enforcement } from './enforcement.ts';
import type { LiveConfig } from './live-config.ts';

/** Servers, catalog and core: the gateway without HTTP and stdio. */
export interface Engine {
  readonly core: RunningCore;
  readonly catalog: () => Catalog;
  readonly upstreams: Upstreams;
  /** Finds tools. */
  readonly searching: Searching;
  readonly signIns: SignIns;
  readonly serverInfo: JsonObject;
  readonly enforcement: Enforcement;
  /** Resolves when every server has connected or failed once, or the wait for the others is over. */
  readonly settled: Promise<void>;
  /** Refuses new calls, and gives running ones the time that the config grants. */
  readonly drain: () => Promise<void>;
  /** Disconnects every server, and writes the state files. */
  readonly close: () => Promise<void>;
}

export interface EngineOptions {
  readonly config: LiveConfig;
  readonly configFile: string;
  readonly dataDir: string;
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  readonly recorder: Recorder;
  /** Collects the secrets of servers, and redacts them from texts of servers. */
  readonly known?: KnownSecrets | undefined;
  /** Whether people can answer outside of the client, on the page or the command line; true by default. */
  readonly canBeAnswered?: boolean;
  /** The address of a path of the page, if there is one. */
  readonly pageUrl?: (path: string) => string | undefined;
  /** Where browsers return to after signing in to a server, if there is such a page. */
  readonly callbackUrl?: () => string;
}

/** The time that all servers together have to disconnect; each has a shorter deadline of its own. */
const CLOSE_MS = 5_000;

/** Stands for the catalog while the state files are opened, which may report a change before the catalog exists. */
const NOTHING_OFFERED = {
  tools: (): Catalog['tools'] => NO_TOOLS,
  changed: (): Promise<void> => Promise.resolve(),
};
const NO_TOOLS: Catalog['tools'] = [];

/** Fails with a readable reason. Connects to servers at once, and follows the config from then on. */
export async function createEngine(options: EngineOptions): Promise<Result<Engine, string>> {
  const { config, configFile, dataDir, version, env, log, recorder, known } = options;
  const { servers: startServers, transparent } = config.value;
  const serverInfo = { name: 'toolmark', title: 'Toolmark', version };
  const clock = systemClock;

  // State files. They are opened first, because opening takes time in which no server may be connected yet.
  const verdicts = await createVerdictFile(join(dataDir, 'eras.json'), { log, now: clock.now });
  let offered: { readonly tools: () => Catalog['tools']; readonly changed: CurrentCatalog['changed'] } =
    NOTHING_OFFERED;
  const enforced = await createEnforcement({
    config,
    configFile,
    dataDir,
    clock,
    log,
    recorder,
    known,
    tools: () => offered.tools(),
    toolFor: (name, caller) => catalog.toolFor(name, caller),
    canBeAnswered: options.canBeAnswered ?? true,
    pageUrl: options.pageUrl ?? (() => undefined),
    onHintsChanged: () => offered.changed(['tools']),
    onStandingChanged: () => recorder.tell('tools.changed', {}),
  });
  if (!enforced.ok) return enforced;
  const enforcement = enforced.value;
  const signedIn = await createSignIns({
    path: join(dataDir, 'sign-ins.json'),
    clock,
    log,
    callbackUrl: () => options.callbackUrl?.(),
    restart: async (server) => upstreams.get(server)?.restart(),
  });
  if (!signedIn.ok) {
    await enforcement.close();
    return signedIn;
  }
  const signIns = signedIn.value;

  // Parts that refer to each other. They are created in one turn of the event loop, so that no event reaches one that does not exist yet.
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
        enforcement.onServerChanged(server);
        firstOffers.update();
        recorder.tell('servers.changed', { server, state: upstreams.get(server)?.status().state ?? null });
      },
      onOffer: (_server, kinds) => catalog.changed(kinds),
      onNotification: (server, notification) => core.onNotification(server, notification),
      onRequest: (server, method, params, withdrawn) => core.onRequest(server, method, params, withdrawn),
    },
  });
  const builder = config.derive(
    ({ pageSize }) => pageSize,
    (pageSize) => createCatalogBuilder({ transparent, pageSize, serverInfo }, enforcement.hintSettings),
  );
  const catalog = createCurrentCatalog({
    builder: () => builder.value,
    offers: () =>
      upstreams
        .all()
        .filter(({ status }) => status().state !== 'disabled')
        .map((server) => ({ server: server.name, offer: server.offer() })),
    yieldTurn: yieldTurn,
    now: () => performance.now(),
    tightened: (tool) => pending.tightened(tool),
    announce: (kinds) => {
      core.onOffer('', kinds);
      firstOffers.update();
      if (!kinds.includes('tools')) return;
      enforcement.onToolsChanged();
      toolRecording.changed();
      recorder.tell('tools.changed', {});
    },
    onBug: (error) => log.error({ error: toMessage(error) }, 'the catalog could not be built'),
  });
  const pending = createPendingChanges({
    builtFrom: catalog.builtFrom,
    received: (server) => upstreams.get(server)?.offer().tools,
    settings: enforcement.hintSettings,
  });
  const searching = createSearching({
    catalog: catalog.get,
    servers: upstreams.all,
    policy: enforcement.policy,
    policyTools: enforcement.policyTools,
    yieldTurn: yieldTurn,
    now: () => performance.now(),
  });
  const core = createCore({
    catalog: catalog.get,
    upstream: upstreams.get,
    servers: upstreams.all,
    searching,
    serverInfo,
    transparent,
    log,
    clock,
    recorder,
    enforcement: enforcement.steps,
    onSessionClosed: enforcement.onSessionClosed,
    ids: { call: recorder.nextKey, unique: randomUUID, secret: () => randomBytes(32).toString('base64url') },
  });
  const toolRecording = createToolRecording(catalog.get, recorder.recordTools, clock);
  const firstOffers = awaitFirstOffers(core, upstreams.all, catalog.get, clock);

  // Start.
  offered = { tools: () => catalog.get().tools, changed: catalog.changed };
  signIns.apply(startServers);
  upstreams.apply(startServers);
  firstOffers.update();
  config.onChange((changed, before) => {
    signIns.apply(changed.servers);
    const { isReordered } = upstreams.apply(changed.servers);
    const areListsSame =
      !isReordered && changed.pageSize === before.pageSize && isDeepStrictEqual(changed.profiles, before.profiles);
    return catalog.changed(areListsSame ? [] : OFFER_KINDS);
  });

  return ok({
    core: firstOffers.core,
    catalog: catalog.get,
    upstreams,
    searching,
    signIns,
    serverInfo,
    enforcement,
    settled: firstOffers.settled,
    drain: async () => {
      core.refuse();
      const stopping = enforcement.stopAsking();
      await core.drained(AbortSignal.timeout(config.value.limits.drainMs));
      await stopping;
    },
    close: async () => {
      firstOffers.close();
      toolRecording.close();
      core.close();
      await upstreams.close(CLOSE_MS);
      await signIns.close();
      await enforcement.close();
      await verdicts.flush();
    },
  });
}
