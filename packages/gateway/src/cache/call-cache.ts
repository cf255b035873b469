import { ABANDONED_MS } from '../core/limits.ts';
import type { JsonObject, RpcReply } from '../rpc.ts';
import type { Clock } from '../upstream/clock.ts';
import { toKeepable } from './keepable.ts';
import { createShelf, type ShelfOptions } from './shelf.ts';

/**
 * Results of tools that only read. While something that may change a server's data is under way there, nothing of that server is
 * kept, shared or answered from here, and what was read before it ended is never used after.
 */
export interface CallCache {
  readonly find: (key: string) => Found | undefined;
  /** What comes of an identical call that is under way: its result, or `undefined` where it has none that others may have. */
  readonly underWay: (server: string, key: string) => Promise<JsonObject | undefined> | undefined;
  /** A read begins. To be told of its reply, or of `undefined` where it got none. */
  readonly read: (server: string, key: string, ttlMs: number) => (reply: RpcReply | undefined) => void;
  /** Something begins that may change data. To be told of its end, and whether the server is certainly done with it. */
  readonly write: (server: string) => (isOver: boolean) => void;
  /** Forgets what is known of a server: its tools or its connection are others. */
  readonly drop: (server: string) => void;
  readonly clear: () => void;
  readonly size: () => { readonly entries: number; readonly bytes: number };
}

interface Found {
  readonly result: JsonObject;
  readonly ageMs: number;
}

export interface CallCacheOptions extends ShelfOptions {
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * @example
 * const cache = createCallCache({ clock: systemClock, maxBytes: CACHE_BYTES, maxEntries: CACHE_ENTRIES });
 */
export function createCallCache({ clock, ...room }: CallCacheOptions): CallCache {
  const shelf = createShelf(room);
  const states = new Map<string, ServerState>();
  const stateOf = (server: string): ServerState => {
    const known = states.get(server);
    if (known !== undefined) return known;
    const state: ServerState = { turn: 0, writing: 0, unclearUntil: 0, flights: new Map() };
    states.set(server, state);
    return state;
  };
  const drop = (server: string): void => {
    const state = stateOf(server);
    state.turn += 1;
    state.flights.clear();
    shelf.drop(server);
  };

  return {
    find: (key) => {
      const now = clock.now();
      const entry = shelf.get(key, now);
      return entry && { result: entry.result, ageMs: Math.max(0, now - entry.keptAt) };
    },
    underWay: (server, key) => states.get(server)?.flights.get(key),
    read: (server, key, ttlMs) => {
      const state = stateOf(server);
      const isQuiet = state.writing === 0 && clock.now() >= state.unclearUntil;
      const { turn } = state;
      const flight = isQuiet && !state.flights.has(key) ? Promise.withResolvers<JsonObject | undefined>() : undefined;
      if (flight !== undefined) state.flights.set(key, flight.promise);
      return (reply) => {
        const isCurrent = isQuiet && turn === state.turn;
        const kept = isCurrent && reply !== undefined ? toKeepable(reply, ttlMs) : undefined;
        if (kept !== undefined) {
          const { result, bytes } = kept;
          const keptAt = clock.now();
          shelf.put(key, { server, result, bytes, keptAt, until: keptAt + kept.ttlMs });
        }
        if (flight !== undefined && state.flights.get(key) === flight.promise) state.flights.delete(key);
        flight?.resolve(kept?.result);
      };
    },
    write: (server) => {
      const state = stateOf(server);
      state.writing += 1;
      drop(server);
      return (isOver) => {
        state.writing -= 1;
        // There is nothing to drop: meanwhile nothing was kept, nor will be that began meanwhile.
        if (!isOver) state.unclearUntil = clock.now() + ABANDONED_MS;
      };
    },
    drop,
    clear: () => {
      for (const server of states.keys()) drop(server);
      shelf.clear();
    },
    size: () => ({ entries: shelf.entries(), bytes: shelf.bytes() }),
  };
}

interface ServerState {
  /** Another number whenever what was read before must not be used any more. */
  turn: number;
  /** Calls under way that may change something. */
  writing: number;
  /** Until then the server may still be at something that nobody waits for. */
  unclearUntil: number;
  readonly flights: Map<string, Promise<JsonObject | undefined>>;
}
