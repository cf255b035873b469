import type { Clock } from '@toolmark/base';
import type { EventBatch, StoreReader } from '@toolmark/record';
import { type FramedBatch, toFrames } from './frames.ts';

/** All events in order, including those of other gateways on the same store. */
export interface EventFeed {
  /** Reads stored events that are not known here yet. Rejects while the store is unreadable. */
  readonly sync: () => Promise<void>;
  /** The number of the last published batch. */
  readonly newest: () => number;
  /** Some batches after a given one, oldest first; `undefined` if some of them were deleted. */
  readonly after: (batch: number) => Promise<readonly FramedBatch[] | undefined>;
  /** Subscribes to every new batch, in order. */
  readonly listen: (listener: FeedListener) => () => void;
  readonly close: () => void;
}

interface FeedListener {
  readonly onBatch: (batch: FramedBatch) => void;
  /** Events were deleted before they could be read; later batches follow. */
  readonly onLost: () => void;
}

export interface FeedDeps {
  readonly reader: Pick<StoreReader, 'eventsAfter' | 'lastEvent'>;
  readonly onEvents: (listener: (batch: EventBatch) => void) => () => void;
  readonly clock: Clock;
}

/** Clients that reconnect soon are served from memory, which covers minutes of a busy gateway. */
const RING_BATCHES = 1_000;
const RING_BYTES = 4 * 1024 * 1024;

/** Batches per query of the store. */
const BATCHES_PER_READ = 50;

/** The polling interval for events of other gateways. */
const POLL_MS = 2_000;

export function createEventFeed({ reader, onEvents, clock }: FeedDeps): EventFeed {
  const listeners = new Set<FeedListener>();
  /** Contains every batch after `ringFrom`. */
  let ring: FramedBatch[] = [];
  let ringBytes = 0;
  let ringFrom = Number.POSITIVE_INFINITY;
  let newest: number | undefined;
  let unsubscribe: (() => void) | undefined;
  let syncing: Promise<void> | undefined;
  let isStale = false;
  let isClosed = false;
  let stopPolling: (() => void) | undefined;

  const resetTo = (batch: number): void => {
    ring = [];
    ringBytes = 0;
    ringFrom = batch;
    newest = batch;
  };

  /**
   * Unsubscribes without listeners, because handling events costs time for every call; new listeners are served from
   * the store.
   */
  const suspend = (): void => {
    unsubscribe?.();
    unsubscribe = undefined;
    stopPolling?.();
    stopPolling = undefined;
    resetTo(Number.POSITIVE_INFINITY);
    newest = undefined;
  };

  const publish = (batch: EventBatch): void => {
    const framed = toFrames(batch);
    ring.push(framed);
    ringBytes += framed.bytes;
    newest = framed.batch;
    while (ring.length > RING_BATCHES || ringBytes > RING_BYTES) {
      const oldest = ring.shift();
      if (oldest === undefined) break;
      ringBytes -= oldest.bytes;
      ringFrom = oldest.batch;
    }
    for (const listener of listeners) listener.onBatch(framed);
  };

  /** The store numbers batches, so a gap means that another gateway wrote in between. */
  const onBatch = (batch: EventBatch): void => {
    if (isClosed || (newest !== undefined && batch.batch <= newest)) return;
    const isNext = newest !== undefined && batch.batch === newest + 1;
    if (syncing !== undefined || (!isNext && listeners.size > 0)) {
      // The batch is stored behind the missing ones. If reading fails now, polling will find it.
      sync().catch(() => {});
      return;
    }
    // Without listeners, the batches in between are not needed.
    if (!isNext) resetTo(batch.batch - 1);
    publish(batch);
  };

  const readNewer = async (): Promise<void> => {
    if (newest === undefined) {
      resetTo(await reader.lastEvent());
      return;
    }
    for (let isMore = true; isMore && !isClosed; ) {
      const found: readonly EventBatch[] | undefined = await reader.eventsAfter(newest, BATCHES_PER_READ);
      if (isClosed) return;
      if (found === undefined) {
        resetTo(await reader.lastEvent());
        for (const listener of listeners) listener.onLost();
        return;
      }
      for (const batch of found) if (batch.batch > newest) publish(batch);
      isMore = found.length === BATCHES_PER_READ;
    }
  };

  const sync = (): Promise<void> => {
    isStale = true;
    syncing ??= (async () => {
      try {
        while (isStale) {
          isStale = false;
          await readNewer();
        }
      } finally {
        syncing = undefined;
      }
    })();
    return syncing;
  };

  const poll = (): void => {
    stopPolling = clock.after(POLL_MS, () => {
      const own = stopPolling;
      const again = (): void => {
        if (stopPolling !== undefined && stopPolling === own) poll();
      };
      sync().then(again, again);
    });
  };

  return {
    sync,
    newest: () => newest ?? 0,
    after: async (batch) => {
      if (batch >= ringFrom) return ring.filter((framed) => framed.batch > batch).slice(0, BATCHES_PER_READ);
      return (await reader.eventsAfter(batch, BATCHES_PER_READ))?.map(toFrames);
    },
    listen: (listener) => {
      listeners.add(listener);
      if (!isClosed) {
        unsubscribe ??= onEvents(onBatch);
        if (stopPolling === undefined) poll();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) suspend();
      };
    },
    close: () => {
      isClosed = true;
      listeners.clear();
      suspend();
    },
  };
}
