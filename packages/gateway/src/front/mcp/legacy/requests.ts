import { type Clock, createPassingMap, type RpcId } from '@toolmark/base';
import type { Exchange } from '../exchange.ts';

/** What one older client waits for, by the id it gave. */
export interface Requests {
  readonly running: () => number;
  /** Cancelled at once if its client has already said so. */
  readonly begin: (id: RpcId, request: Cancellable) => void;
  /** The client does not want the answer any more. */
  readonly cancel: (id: RpcId) => void;
  readonly end: (id: RpcId, request: Cancellable) => void;
  readonly abortAll: () => void;
}

export type Cancellable = Pick<Exchange, 'abort' | 'cancel'>;

/**
 * A request and its cancellation come in two POSTs, and the second may overtake the first. So the cancellation of what
 * is not known waits this long for it; an id that comes again later than this is another request.
 */
const EARLY_MS = 5000;

/** How many such cancellations are kept; the oldest goes first. */
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
      // Its id may have been given to another one meanwhile.
      if (running.get(id) === request) running.delete(id);
    },
    abortAll: () => {
      for (const request of running.values()) request.abort();
    },
  };
}
