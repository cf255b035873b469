import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, RpcError } from '@toolmark/base';
import type { Connection } from '../connection.ts';
import { LIST_SILENCE_MS, SUBSCRIBE_BATCH } from '../limits.ts';
import { changeFilter, declaresFlag, OFFER_KINDS } from './lists.ts';

/** Subscribes to a server's lists and to certain resources, in the way of its era. */
export interface Subscriptions {
  readonly attach: (connection: Connection) => void;
  readonly detach: () => void;
  readonly watch: (uris: readonly string[]) => void;
  /** Waits for a pending request for this resource. Resolves with the server's refusal, if any. */
  readonly watching: (uri: string) => Promise<RpcError | undefined>;
}

/** `onRefused`: the server refused to subscribe to a resource. */
export function createSubscriptions(onRefused: (uri: string, reason: string) => void): Subscriptions {
  let watched: ReadonlySet<string> = new Set();
  let session: Session | undefined;
  const detach = (): void => {
    session?.close();
    session = undefined;
  };
  return {
    attach: (connection) => {
      detach();
      const isWatched = (uri: string): boolean => watched.has(uri);
      if (connection.era === 'modern') session = listenOn(connection, () => watched);
      else if (canWatch(connection)) session = subscribeOn(connection, isWatched, onRefused);
      session?.update(watched);
    },
    detach,
    watch: (uris) => {
      const before = watched;
      const after = new Set(uris);
      watched = after;
      session?.update([...before, ...after].filter((uri) => before.has(uri) !== after.has(uri)));
    },
    watching: async (uri) => session?.watching(uri),
  };
}

/** The subscriptions on one connection. */
interface Session {
  /** Resources whose watched state changed. */
  readonly update: (touched: Iterable<string>) => void;
  readonly watching: (uri: string) => Promise<RpcError | undefined> | undefined;
  readonly close: () => void;
}

const canWatch = ({ capabilities }: Connection): boolean => declaresFlag(capabilities, 'resources', 'subscribe');

/** 2026-07-28: one stream with one filter. */
function listenOn(connection: Connection, watched: () => ReadonlySet<string>): Session {
  const lists: JsonObject = Object.fromEntries(
    OFFER_KINDS.filter((kind) => declaresFlag(connection.capabilities, kind, 'listChanged')).map((kind) => [
      changeFilter(kind),
      true,
    ]),
  );
  let current: JsonObject = {};
  return {
    update: () => {
      const uris = canWatch(connection) ? [...watched()] : [];
      const filter: JsonObject = uris.length > 0 ? { ...lists, resourceSubscriptions: uris } : lists;
      // An empty filter needs no stream; but if there is one, an empty filter silences it.
      if (isDeepStrictEqual(filter, current)) return;
      current = filter;
      connection.listen(filter);
    },
    // The server just omits filters it does not support from its acknowledgement.
    watching: () => undefined,
    // The stream ends with its connection.
    close: () => {},
  };
}

/** Legacy revisions: one request for each resource, a few at once, and never two for the same resource. */
function subscribeOn(
  connection: Connection,
  isWatched: (uri: string) => boolean,
  onRefused: (uri: string, reason: string) => void,
): Session {
  const subscribed = new Set<string>();
  const pending = new Set<string>();
  /** Waiters for pending or running requests. */
  const waiting = new Map<string, PromiseWithResolvers<RpcError | undefined>>();
  let isClosed = false;
  let isRunning = false;

  const settle = async (uri: string): Promise<RpcError | undefined> => {
    const wanted = isWatched(uri);
    if (wanted === subscribed.has(uri)) return undefined;
    const method = wanted ? 'resources/subscribe' : 'resources/unsubscribe';
    const limits = { timeoutMs: LIST_SILENCE_MS, maxTimeoutMs: LIST_SILENCE_MS };
    const reply = await connection.request(method, { uri }, limits);
    if (!wanted) subscribed.delete(uri);
    else if (reply.kind !== 'error') subscribed.add(uri);
    // After a reconnect, the request is sent again.
    else if (!isClosed) {
      onRefused(uri, reply.error.message);
      return reply.error;
    }
    return undefined;
  };
  const stopWaiting = (uri: string, refusal?: RpcError): void => {
    // The wish changed meanwhile; only the last one counts.
    if (pending.has(uri) && !isClosed) return;
    waiting.get(uri)?.resolve(refusal);
    waiting.delete(uri);
  };
  const run = async (): Promise<void> => {
    isRunning = true;
    while (pending.size > 0 && !isClosed) {
      const batch: Promise<void>[] = [];
      for (const uri of pending) {
        if (batch.length >= SUBSCRIBE_BATCH) break;
        pending.delete(uri);
        batch.push(settle(uri).then((refusal) => stopWaiting(uri, refusal)));
      }
      await Promise.all(batch);
    }
    isRunning = false;
  };
  return {
    update: (touched) => {
      for (const uri of touched) {
        pending.add(uri);
        if (!waiting.has(uri)) waiting.set(uri, Promise.withResolvers());
      }
      if (!isRunning) void run();
    },
    watching: (uri) => waiting.get(uri)?.promise,
    close: () => {
      isClosed = true;
      for (const uri of waiting.keys()) stopWaiting(uri);
    },
  };
}
