import { createEventFeed, type FeedDeps } from './event-feed.ts';
import { parseEventId } from './event-id.ts';
import { createEventStream, type EventStream } from './event-stream.ts';

/** Manages the event streams of all clients. */
export interface EventHub {
  /** Rejects while the record is unreadable. */
  readonly open: (listener: NewListener) => Promise<OpenedStream>;
  /** The number of open streams. */
  readonly size: () => number;
  /** Ends every stream, and rejects new ones. */
  readonly close: () => void;
}

export interface NewListener {
  /** The id of the last event the client received, unchecked. */
  readonly lastEventId: string | undefined;
  readonly isWanted: (type: string) => boolean;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Closes the connection of a client that does not read; without it the stream fails. */
  readonly closeConnection: (() => void) | undefined;
}

type OpenedStream =
  | { readonly kind: 'stream'; readonly body: ReadableStream<Uint8Array> }
  | { readonly kind: 'full' }
  | { readonly kind: 'closed' };

/** Enough for many pages and scripts of one person, and few enough that slow readers do no harm. */
export const MAX_STREAMS = 100;

/** Proxies and routers close silent connections after 30 or 60 seconds. */
const HEARTBEAT_MS = 15_000;

/**
 * @example
 * const events = createEventHub({ reader: recorder.reader, onEvents: recorder.onEvents, clock: systemClock });
 * const opened = await events.open({ lastEventId: '12-0', isWanted: () => true, signal, closeConnection: undefined });
 */
export function createEventHub(deps: FeedDeps): EventHub {
  const { clock } = deps;
  const feed = createEventFeed(deps);
  const streams = new Set<EventStream>();
  let opening = 0;
  let isClosed = false;
  let stopHeartbeat: (() => void) | undefined;

  const heartbeat = (): void => {
    stopHeartbeat = clock.after(HEARTBEAT_MS, heartbeat);
    for (const stream of [...streams]) stream.heartbeat();
  };

  const add = ({ lastEventId, isWanted, signal, closeConnection }: NewListener): ReadableStream<Uint8Array> => {
    const from = lastEventId === undefined ? undefined : (parseEventId(lastEventId) ?? 'unknown');
    const onAbort = (): void => stream.end();
    const stream = createEventStream({
      feed,
      clock,
      from,
      isWanted,
      closeConnection,
      onEnd: () => {
        streams.delete(stream);
        signal.removeEventListener('abort', onAbort);
        if (streams.size === 0) {
          stopHeartbeat?.();
          stopHeartbeat = undefined;
        }
      },
    });
    streams.add(stream);
    stopHeartbeat ??= clock.after(HEARTBEAT_MS, heartbeat);
    signal.addEventListener('abort', onAbort, { once: true });
    return stream.body;
  };

  return {
    size: () => streams.size,
    open: async (listener) => {
      if (isClosed) return { kind: 'closed' };
      if (streams.size + opening >= MAX_STREAMS) return { kind: 'full' };
      opening++;
      try {
        await feed.sync();
      } finally {
        opening--;
      }
      if (isClosed || listener.signal.aborted) return { kind: 'closed' };
      return { kind: 'stream', body: add(listener) };
    },
    close: () => {
      isClosed = true;
      feed.close();
      for (const stream of [...streams]) stream.end();
    },
  };
}
