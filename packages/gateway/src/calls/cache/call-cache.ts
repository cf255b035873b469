import { type Clock, createPassingMap, type JsonObject, type PassingMap, type RpcReply } from '@toolmark/base';
import { ABANDONED_MS } from '../bridge/limits.ts';
import { hasFailed, toCacheable } from './cacheable.ts';
import { createParkedWrites, type ParkedWrites } from './parked-writes.ts';
import { createResultStore, type ResultStoreOptions } from './result-store.ts';
import type { WriteEnd } from './write-end.ts';

/**
 * Results of reads. While a write is in progress at a server, no result of that server is stored, shared or served, and results read
 * before its end are never served after it.
 */
export interface CallCache {
  readonly find: (key: string) => Found | undefined;
  /** The outcome of an identical read in progress. */
  readonly inFlight: (server: string, key: string) => Promise<FlightEnd> | undefined;
  /** A read begins. Call the returned function with its reply, or with `undefined` if it got none. */
  readonly read: (server: string, key: string, ttlMs: number) => (reply: RpcReply | undefined) => void;
  /** A write begins, or continues under the name with which it was parked. Call the returned function at its end. */
  readonly write: (server: string, resumed?: string) => (end: WriteEnd) => void;
  /** Invalidates everything of a server: its tools or its connection changed. */
  readonly drop: (server: string) => void;
  readonly clear: () => void;
  readonly size: () => { readonly entries: number; readonly bytes: number };
}

/** `shared`: usable for identical reads. `failed`: another attempt may succeed. `own`: the result is not cacheable. */
export type FlightEnd = { readonly kind: 'shared'; readonly result: JsonObject } | { readonly kind: 'failed' | 'own' };

interface Found {
  readonly result: JsonObject;
  readonly ageMs: number;
}

export interface CallCacheOptions extends ResultStoreOptions {
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * @example
 * const cache = createCallCache({ clock: systemClock, maxBytes: CACHE_BYTES, maxEntries: CACHE_ENTRIES });
 */
export function createCallCache({ clock, ...room }: CallCacheOptions): CallCache {
  const results = createResultStore(room);
  const states = new Map<string, ServerState>();
  const stateOf = (server: string): ServerState => {
    const known = states.get(server);
    if (known !== undefined) return known;
    const state: ServerState = {
      turn: 0,
      writing: 0,
      unclearUntil: 0,
      parked: createParkedWrites(),
      flights: createPassingMap(),
    };
    states.set(server, state);
    return state;
  };
  const drop = (server: string): void => {
    const state = stateOf(server);
    state.turn += 1;
    state.flights = createPassingMap();
    results.drop(server);
  };

  return {
    find: (key) => {
      const now = clock.now();
      const entry = results.get(key, now);
      return entry && { result: entry.result, ageMs: Math.max(0, now - entry.keptAt) };
    },
    inFlight: (server, key) => states.get(server)?.flights.get(key),
    read: (server, key, ttlMs) => {
      const state = stateOf(server);
      const isQuiet = isQuietAt(state, clock.now());
      const { turn } = state;
      const flight = isQuiet && state.flights.get(key) === undefined ? Promise.withResolvers<FlightEnd>() : undefined;
      if (flight !== undefined) state.flights.set(key, flight.promise);
      return (reply) => {
        const isCurrent = isQuiet && turn === state.turn;
        const kept = isCurrent && reply !== undefined ? toCacheable(reply, ttlMs) : undefined;
        if (kept !== undefined) {
          const { result, bytes } = kept;
          const keptAt = clock.now();
          results.put(key, { server, result, bytes, keptAt, until: keptAt + kept.ttlMs });
        }
        if (flight !== undefined && state.flights.get(key) === flight.promise) state.flights.delete(key);
        flight?.resolve(kept !== undefined ? { kind: 'shared', result: kept.result } : unsharedEnd(reply, isCurrent));
      };
    },
    write: (server, resumed) => {
      const state = stateOf(server);
      state.writing += 1;
      drop(server);
      return (end) => {
        state.writing -= 1;
        // No need to drop anything: during the write nothing was stored, and reads that began then are not stored later.
        if (end.kind === 'unclear') state.unclearUntil = clock.now() + ABANDONED_MS;
        // A resumed call that failed may still be parked at the server, since it may not have received the answers.
        else if (resumed !== undefined) state.parked.remove(resumed);
        if (end.kind === 'parked') state.parked.add(end.name, clock.now());
      };
    },
    drop,
    clear: () => {
      for (const server of states.keys()) drop(server);
      results.clear();
    },
    size: () => ({ entries: results.entries(), bytes: results.bytes() }),
  };
}

interface ServerState {
  /** Increases whenever results of earlier reads become invalid. */
  turn: number;
  /** Number of writes in progress. */
  writing: number;
  /** Until then the server may still work on an abandoned write. */
  unclearUntil: number;
  readonly parked: ParkedWrites;
  flights: PassingMap<string, Promise<FlightEnd>>;
}

function isQuietAt({ writing, unclearUntil, parked }: ServerState, now: number): boolean {
  return writing === 0 && now >= unclearUntil && parked.isEmpty(now);
}

/** The end of a read whose result cannot be shared. An outdated result counts as failed, so that waiting reads try again. */
function unsharedEnd(reply: RpcReply | undefined, isCurrent: boolean): FlightEnd {
  return { kind: reply === undefined || !isCurrent || hasFailed(reply) ? 'failed' : 'own' };
}
