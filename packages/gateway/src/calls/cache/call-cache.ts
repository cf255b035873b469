import { type Clock, createPassingMap, type JsonObject, type PassingMap, type RpcReply } from '@toolmark/base';
import { ABANDONED_MS } from '../bridge/limits.ts';
import { hasFailed, toKeepable } from './keepable.ts';
import { createParkedWrites, type ParkedWrites } from './parked-writes.ts';
import { createShelf, type ShelfOptions } from './shelf.ts';
import type { WriteEnd } from './write-end.ts';

/**
 * Results of tools that only read. While something that may change a server's data is under way there, nothing of that server is
 * kept, shared or answered from here, and what was read before it ended is never used after.
 */
export interface CallCache {
  readonly find: (key: string) => Found | undefined;
  /** What comes of an identical call that is under way. */
  readonly underWay: (server: string, key: string) => Promise<FlightEnd> | undefined;
  /** A read begins. To be told of its reply, or of `undefined` where it got none. */
  readonly read: (server: string, key: string, ttlMs: number) => (reply: RpcReply | undefined) => void;
  /** Something begins that may change data, or goes on under the name with which it was parked. To be told of its end. */
  readonly write: (server: string, resumed?: string) => (end: WriteEnd) => void;
  /** Forgets what is known of a server: its tools or its connection are others. */
  readonly drop: (server: string) => void;
  readonly clear: () => void;
  readonly size: () => { readonly entries: number; readonly bytes: number };
}

/** `failed` where another attempt may bring what all can have, `own` where what it brought is not for others. */
export type FlightEnd = { readonly kind: 'shared'; readonly result: JsonObject } | { readonly kind: 'failed' | 'own' };

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
      const isQuiet = isQuietAt(state, clock.now());
      const { turn } = state;
      const flight = isQuiet && state.flights.get(key) === undefined ? Promise.withResolvers<FlightEnd>() : undefined;
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
        flight?.resolve(kept !== undefined ? { kind: 'shared', result: kept.result } : endOf(reply, isCurrent));
      };
    },
    write: (server, resumed) => {
      const state = stateOf(server);
      state.writing += 1;
      drop(server);
      return (end) => {
        state.writing -= 1;
        // There is nothing to drop: meanwhile nothing was kept, nor will be that began meanwhile.
        if (end.kind === 'unclear') state.unclearUntil = clock.now() + ABANDONED_MS;
        // What goes on and fails may still wait: for other answers, or because the server did not get these.
        else if (resumed !== undefined) state.parked.remove(resumed);
        if (end.kind === 'parked') state.parked.add(end.name, clock.now());
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
  readonly parked: ParkedWrites;
  flights: PassingMap<string, Promise<FlightEnd>>;
}

function isQuietAt({ writing, unclearUntil, parked }: ServerState, now: number): boolean {
  return writing === 0 && now >= unclearUntil && parked.isEmpty(now);
}

/** Of one that brought nothing to share. What is out of date was no answer to the others either. */
function endOf(reply: RpcReply | undefined, isCurrent: boolean): FlightEnd {
  return { kind: reply === undefined || !isCurrent || hasFailed(reply) ? 'failed' : 'own' };
}
