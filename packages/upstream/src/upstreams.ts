import { isDeepStrictEqual } from 'node:util';
import { settlesWithin } from '@toolmark/base';
import { createUpstreamServer } from './create-server.ts';
import type { UpstreamDeps } from './deps.ts';
import { LISTS, OFFER_KINDS } from './offer/lists.ts';
import type { OfferKind, ServerOffer, UpstreamServer } from './server.ts';
import type { UpstreamConfig } from './upstream-config.ts';

/** All configured servers. */
export interface Upstreams {
  readonly get: (name: string) => UpstreamServer | undefined;
  /** In the order of the config. */
  readonly all: () => readonly UpstreamServer[];
  /**
   * Applies a config in one step: unchanged servers keep their connection, new or changed ones connect, removed ones
   * close in the background.
   */
  readonly apply: (configs: readonly UpstreamConfig[]) => AppliedChange;
  /** Resolves when a removed server of this name has ended. */
  readonly ended: (name: string) => Promise<void>;
  /** Closes all servers in parallel, and waits at most this long. */
  readonly close: (patienceMs: number) => Promise<void>;
}

/** The changes a config caused, by server name. */
interface AppliedChange {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Whether the remaining servers changed their order, which is the order of every list. */
  readonly isReordered: boolean;
}

interface Entry {
  readonly config: UpstreamConfig;
  readonly server: UpstreamServer;
}

/**
 * @example
 * const upstreams = createUpstreams(deps);
 * upstreams.apply(config.servers);
 * await upstreams.get('notes')?.request('tools/call', params, {});
 */
export function createUpstreams(deps: UpstreamDeps): Upstreams {
  let entries: ReadonlyMap<string, Entry> = new Map();
  let servers: readonly UpstreamServer[] = [];
  let isClosed = false;
  /** Servers that are closing, by name, so that a successor starts after its predecessor has ended. */
  const leaving = new Map<string, Promise<unknown>>();
  /** Watched resources move to a replacement server of the same name without a new request. */
  const watchedByName = new Map<string, readonly string[]>();

  const dismiss = ({ server: { name, close } }: Entry, after: Promise<void>): void => {
    const gone = Promise.all([leaving.get(name), after.then(close)]).finally(() => {
      if (leaving.get(name) === gone) leaving.delete(name);
    });
    leaving.set(name, gone);
  };

  const create = (config: UpstreamConfig, inherited: ServerOffer | undefined): Entry => {
    const { name } = config;
    const startAfter = leaving.get(name);
    const succession = { ...(startAfter && { startAfter }), ...(inherited && { inherited }) };
    const server = createUpstreamServer(config, deps, succession);
    server.watch(watchedByName.get(name) ?? []);
    const watch = (uris: readonly string[]): void => {
      watchedByName.set(name, uris);
      server.watch(uris);
    };
    return { config, server: { ...server, watch } };
  };

  const apply = (configs: readonly UpstreamConfig[]): AppliedChange => {
    const before = entries;
    const after = new Map<string, Entry>();
    const added: string[] = [];
    const changed: string[] = [];
    const vanished: Entry[] = [];
    // Close servers and call listeners only after the new list is in place.
    const { promise: swapped, resolve: onSwapped } = Promise.withResolvers<void>();
    const wanted = new Map(configs.map((config) => [config.name, config]));
    for (const [name, config] of wanted) {
      const former = before.get(name);
      if (former === undefined) {
        added.push(name);
        after.set(name, create(config, undefined));
      } else if (isDeepStrictEqual(former.config, config)) {
        after.set(name, former);
      } else {
        changed.push(name);
        dismiss(former, swapped);
        const inherited = isSameServer(former.config, config) ? former.server.offer() : undefined;
        if (inherited === undefined) vanished.push(former);
        after.set(name, create(config, inherited));
      }
    }
    const removed = [...before.values()].filter(({ config }) => !wanted.has(config.name));
    for (const entry of removed) {
      dismiss(entry, swapped);
      watchedByName.delete(entry.config.name);
    }
    const kindsByName = [...vanished, ...removed].map(({ server }) => [server.name, kindsIn(server.offer())] as const);
    entries = after;
    servers = [...after.values()].map(({ server }) => server);
    onSwapped();
    for (const [name, kinds] of kindsByName) if (kinds.length > 0) void deps.events.onOffer(name, kinds);
    return {
      added,
      changed,
      removed: removed.map(({ config }) => config.name),
      isReordered: !isDeepStrictEqual(
        [...before.keys()].filter((name) => after.has(name)),
        [...after.keys()].filter((name) => before.has(name)),
      ),
    };
  };

  return {
    get: (name) => entries.get(name)?.server,
    all: () => servers,
    ended: async (name) => void (await leaving.get(name)),
    apply: (configs) => (isClosed ? NO_CHANGE : apply(configs)),
    close: async (patienceMs) => {
      isClosed = true;
      for (const entry of entries.values()) dismiss(entry, Promise.resolve());
      if (await settlesWithin(Promise.all(leaving.values()), patienceMs, deps.clock)) return;
      deps.log.warn({ open: [...leaving.keys()], patienceMs }, 'some servers could not be closed in time');
    },
  };
}

const NO_CHANGE: AppliedChange = { added: [], changed: [], removed: [], isReordered: false };

/** Whether only limits differ. With another command, address or credential, its lists may differ. */
function isSameServer(former: UpstreamConfig, config: UpstreamConfig): boolean {
  return !former.disabled && !config.disabled && isDeepStrictEqual(former.target, config.target);
}

const kindsIn = (offer: ServerOffer): readonly OfferKind[] =>
  OFFER_KINDS.filter((kind) => LISTS[kind].some(({ member }) => offer[member].length > 0));
