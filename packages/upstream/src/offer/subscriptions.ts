import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, RpcError } from '@toolmark/base';
import type { Connection } from '../connection.ts';
import { LIST_SILENCE_MS, SUBSCRIBE_BATCH } from '../limits.ts';
import { changeFilter, declaresFlag, OFFER_KINDS } from './lists.ts';

/** Asks a server to say when its lists or certain of its resources change, in the way of its era. */
export interface Subscriptions {
  readonly attach: (connection: Connection) => void;
  readonly detach: () => void;
  readonly watch: (uris: readonly string[]) => void;
  /** Waits for what is under way about this one. Says with what the server refused it. */
  readonly watching: (uri: string) => Promise<RpcError | undefined>;
}

/** `onRefused`: the server would not be subscribed to a resource. */
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

/** What is subscribed to on one connection. */
interface Session {
  /** These are watched now and were not, or the other way round. */
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
      // Nothing to listen to needs no stream; once there is one, an empty filter makes it silent again.
      if (isDeepStrictEqual(filter, current)) return;
      current = filter;
      connection.listen(filter);
    },
    // What a server leaves out of the filter it acknowledges, it only does not speak of.
    watching: () => undefined,
    // The stream ends with its connection.
    close: () => {},
  };
}

/** Older revisions: a request for each resource. A few at a time, and for one resource never two at once. */
function subscribeOn(
  connection: Connection,
  isWatched: (uri: string) => boolean,
  onRefused: (uri: string, reason: string) => void,
): Session {
  const subscribed = new Set<string>();
  const pending = new Set<string>();
  /** Who waits for what is pending or being asked. */
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
    // A server that went away is asked again when it is back.
    else if (!isClosed) {
      onRefused(uri, reply.error.message);
      return reply.error;
    }
    return undefined;
  };
  const stopWaiting = (uri: string, refusal?: RpcError): void => {
    // It was touched again meanwhile; only the last word counts.
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
