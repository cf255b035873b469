import { createEventFeed, type FeedDeps } from './event-feed.ts';
import { parseEventId } from './event-id.ts';
import { createEventStream, type EventStream } from './event-stream.ts';

/** Everybody who listens to what happens. */
export interface EventHub {
  /** Rejects while the record cannot be read. */
  readonly open: (listener: NewListener) => Promise<Opened>;
  /** How many listen. */
  readonly size: () => number;
  /** Ends every stream, and takes no more. */
  readonly close: () => void;
}

export interface NewListener {
  /** The id of the last event it heard, whatever it is. */
  readonly lastEventId: string | undefined;
  readonly isWanted: (type: string) => boolean;
  /** Aborted when it is gone. */
  readonly signal: AbortSignal;
  /** Cuts its connection, because it does not read; without it the stream fails. */
  readonly cut: (() => void) | undefined;
}

type Opened =
  | { readonly kind: 'stream'; readonly body: ReadableStream<Uint8Array> }
  | { readonly kind: 'full' }
  | { readonly kind: 'closed' };

/** Many pages and scripts of one person, and few enough that all of them reading slowly is no matter. */
export const MAX_STREAMS = 100;

/** Proxies and routers cut a silent connection after 30 or 60 seconds. */
const BEAT_MS = 15_000;

/**
 * @example
 * const events = createEventHub({ reader: recorder.reader, onEvents: recorder.onEvents, clock: systemClock });
 * const opened = await events.open({ lastEventId: '12-0', isWanted: () => true, signal, cut: undefined });
 */
export function createEventHub(deps: FeedDeps): EventHub {
  const { clock } = deps;
  const feed = createEventFeed(deps);
  const streams = new Set<EventStream>();
  let opening = 0;
  let isClosed = false;
  let stopBeat: (() => void) | undefined;

  const beat = (): void => {
    stopBeat = clock.after(BEAT_MS, beat);
    for (const stream of [...streams]) stream.beat();
  };

  const add = ({ lastEventId, isWanted, signal, cut }: NewListener): ReadableStream<Uint8Array> => {
    const from = lastEventId === undefined ? undefined : (parseEventId(lastEventId) ?? 'unknown');
    const onAbort = (): void => stream.end();
    const stream = createEventStream({
      feed,
      clock,
      from,
      isWanted,
      cut,
      onEnd: () => {
        streams.delete(stream);
        signal.removeEventListener('abort', onAbort);
        if (streams.size === 0) {
          stopBeat?.();
          stopBeat = undefined;
        }
      },
    });
    streams.add(stream);
    stopBeat ??= clock.after(BEAT_MS, beat);
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
