import { type Clock, createPassingMap, type RpcId } from '@toolmark/base';
import type { Exchange } from '../exchange.ts';

/** The requests of one older client under way, by its ids. */
export interface Requests {
  readonly running: () => number;
  /** Adds a request. It is cancelled at once if its cancellation arrived first. */
  readonly begin: (id: RpcId, request: Cancellable) => void;
  /** Handles a cancellation by the client. */
  readonly cancel: (id: RpcId) => void;
  readonly end: (id: RpcId, request: Cancellable) => void;
  readonly abortAll: () => void;
}

export type Cancellable = Pick<Exchange, 'abort' | 'cancel'>;

/**
 * How long the cancellation of an unknown id waits for its request: they arrive in two POSTs, and the second may overtake the first. The same
 * id after that time belongs to another request.
 */
const EARLY_MS = 5000;

/** Waiting cancellations that are kept; the oldest is dropped first. */
const MAX_EARLY = 64;

export function createRequests(clock: Pick<Clock, 'now'>): Requests {
  const running = createPassingMap<RpcId, Cancellable>();
  const cancelledAt = new Map<RpcId, number>();

  const isCancelled = (id: RpcId): boolean => {
    const at = cancelledAt.get(id);
    return cancelledAt.delete(id) && at !== undefined && clock.now() - at < EARLY_MS;
  };
  return {
    running: running.size,
    begin: (id, request) => {
      running.set(id, request);
      if (cancelledAt.size > 0 && isCancelled(id)) request.cancel();
    },
    cancel: (id) => {
      const request = running.get(id);
      if (request !== undefined) return request.cancel();
      cancelledAt.delete(id);
      cancelledAt.set(id, clock.now());
      for (const oldest of cancelledAt.keys()) {
        if (cancelledAt.size <= MAX_EARLY) break;
        cancelledAt.delete(oldest);
      }
    },
    end: (id, request) => {
      // The client may have used the id for another request since.
      if (running.get(id) === request) running.delete(id);
    },
    abortAll: () => {
      for (const request of running.values()) request.abort();
    },
  };
}
