import type { Clock } from '@toolmark/base';
import type { EventBatch, StoreReader } from '@toolmark/record';
import { type FramedBatch, toFrames } from './frames.ts';

/** All events in one row, those of other gateways on the same store among them. */
export interface EventFeed {
  /** Takes up what is stored and not known here yet. Rejects while that cannot be read. */
  readonly sync: () => Promise<void>;
  /** The last batch that listeners were told of. */
  readonly newest: () => number;
  /** A piece of what came after a batch, oldest first; `undefined` when some of it is gone. */
  readonly after: (batch: number) => Promise<readonly FramedBatch[] | undefined>;
  /** Told of every batch from now on, in order. */
  readonly listen: (listener: FeedListener) => () => void;
  readonly close: () => void;
}

interface FeedListener {
  readonly onBatch: (batch: FramedBatch) => void;
  /** Some were deleted before they could be read; what follows is newer. */
  readonly onLost: () => void;
}

export interface FeedDeps {
  readonly reader: Pick<StoreReader, 'eventsAfter' | 'lastEvent'>;
  readonly onEvents: (listener: (batch: EventBatch) => void) => () => void;
  readonly clock: Clock;
}

/** Those who were gone for a moment are served from memory: minutes of a busy gateway. */
const RING_BATCHES = 1_000;
const RING_BYTES = 4 * 1024 * 1024;

/** Batches per question to the store. */
const PIECE = 50;

/** How old news of another gateway may be. */
const FOREIGN_EVERY_MS = 2_000;

export function createEventFeed({ reader, onEvents, clock }: FeedDeps): EventFeed {
  const listeners = new Set<FeedListener>();
  /** Everything after `ringFrom`, without holes. */
  let ring: FramedBatch[] = [];
  let ringBytes = 0;
  let ringFrom = Number.POSITIVE_INFINITY;
  let newest: number | undefined;
  let stopHearing: (() => void) | undefined;
  let syncing: Promise<void> | undefined;
  let isStale = false;
  let isClosed = false;
  let stopLooking: (() => void) | undefined;

  const beginAt = (batch: number): void => {
    ring = [];
    ringBytes = 0;
    ringFrom = batch;
    newest = batch;
  };

  /** While nobody listens nothing is heard, since hearing is work for every call; whoever comes is told from the store. */
  const deafen = (): void => {
    stopHearing?.();
    stopHearing = undefined;
    stopLooking?.();
    stopLooking = undefined;
    beginAt(Number.POSITIVE_INFINITY);
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

  /** Batches are numbered by the store, so that what another gateway wrote in between shows as a gap. */
  const hear = (batch: EventBatch): void => {
    if (isClosed || (newest !== undefined && batch.batch <= newest)) return;
    const isNext = newest !== undefined && batch.batch === newest + 1;
    if (syncing !== undefined || (!isNext && listeners.size > 0)) {
      // It is stored already, behind those that are missing. Should it not be readable now, looking again finds it.
      sync().catch(() => {});
      return;
    }
    // Where nobody listens, nobody waits for what lies between.
    if (!isNext) beginAt(batch.batch - 1);
    publish(batch);
  };

  const readOn = async (): Promise<void> => {
    if (newest === undefined) {
      beginAt(await reader.lastEvent());
      return;
    }
    for (let isMore = true; isMore && !isClosed; ) {
      const found: readonly EventBatch[] | undefined = await reader.eventsAfter(newest, PIECE);
      if (isClosed) return;
      if (found === undefined) {
        beginAt(await reader.lastEvent());
        for (const listener of listeners) listener.onLost();
        return;
      }
      for (const batch of found) if (batch.batch > newest) publish(batch);
      isMore = found.length === PIECE;
    }
  };

  const sync = (): Promise<void> => {
    isStale = true;
    syncing ??= (async () => {
      try {
        while (isStale) {
          isStale = false;
          await readOn();
        }
      } finally {
        syncing = undefined;
      }
    })();
    return syncing;
  };

  const look = (): void => {
    stopLooking = clock.after(FOREIGN_EVERY_MS, () => {
      const own = stopLooking;
      const again = (): void => {
        if (stopLooking !== undefined && stopLooking === own) look();
      };
      sync().then(again, again);
    });
  };

  return {
    sync,
    newest: () => newest ?? 0,
    after: async (batch) => {
      if (batch >= ringFrom) return ring.filter((framed) => framed.batch > batch).slice(0, PIECE);
      return (await reader.eventsAfter(batch, PIECE))?.map(toFrames);
    },
    listen: (listener) => {
      listeners.add(listener);
      if (!isClosed) {
        stopHearing ??= onEvents(hear);
        if (stopLooking === undefined) look();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) deafen();
      };
    },
    close: () => {
      isClosed = true;
      listeners.clear();
      deafen();
    },
  };
}
