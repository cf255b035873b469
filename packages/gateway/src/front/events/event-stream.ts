import type { Clock } from '@toolmark/base';
import type { EventFeed } from './event-feed.ts';
import type { EventPosition } from './event-id.ts';
import { type FramedBatch, resetFrame } from './frames.ts';

/** The stream of one client. */
export interface EventStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly heartbeat: () => void;
  /** Closes the stream; the client may reconnect. */
  readonly end: () => void;
}

export interface StreamOptions {
  readonly feed: EventFeed;
  readonly clock: Clock;
  /** The position to resume from; `undefined` starts with new events. */
  readonly from: EventPosition | 'unknown' | undefined;
  readonly isWanted: (type: string) => boolean;
  /** Closes the connection of a client that does not read; without it the stream fails. */
  readonly closeConnection: (() => void) | undefined;
  /** Called once, for any kind of end. */
  readonly onEnd: () => void;
}

/**
 * The maximum of unread data per client. A slower client is dropped, reconnects with its last id and is served from the
 * store.
 */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** A lower limit during a replay leaves room for live events. */
const REPLAY_BYTES = 64 * 1024;

/** A client that reads nothing for this long is considered dead. */
const READ_TIMEOUT_MS = 30_000;

/** The reconnect interval of clients. */
const RETRY_MS = 2_000;

export function createEventStream({ feed, clock, from, isWanted, closeConnection, onEnd }: StreamOptions): EventStream {
  const encoder = new TextEncoder();
  /** Every event up to this batch was sent or skipped. */
  let position = feed.newest();
  let resumedAt: EventPosition | undefined;
  /** The last id that was sent. */
  let sentPosition = position;
  let isLive = false;
  let isEnded = false;
  let onRead: (() => void) | undefined;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  const unread = (): number => MAX_UNREAD_BYTES - (controller?.desiredSize ?? 0);
  const send = (text: string): void => controller?.enqueue(encoder.encode(text));

  const finish = (): void => {
    if (isEnded) return;
    isEnded = true;
    stopListening();
    onRead?.();
    onEnd();
  };

  const drop = (): void => {
    if (isEnded) return;
    finish();
    if (closeConnection === undefined)
      controller?.error(new Error('The stream was dropped; reconnect with the last id.'));
    else closeConnection();
  };

  const deliver = ({ batch, frames }: FramedBatch): void => {
    const wanted = frames.filter(
      ({ type, index }) =>
        isWanted(type) && !(resumedAt?.batch === batch && index <= (resumedAt.index ?? Number.POSITIVE_INFINITY)),
    );
    position = batch;
    if (wanted.length === 0) return;
    sentPosition = batch;
    send(wanted.map(({ text }) => text).join(''));
  };

  const reset = (reason: string): void => {
    position = feed.newest();
    sentPosition = position;
    send(resetFrame(reason, position, clock.now()));
  };

  /** Resolves when the client has read enough, or the stream has ended. Every read restarts the timeout. */
  const hasRoom = async (): Promise<void> => {
    while (!isEnded && unread() > REPLAY_BYTES) {
      const before = unread();
      const cancel = clock.after(READ_TIMEOUT_MS, drop);
      while (!isEnded && unread() >= before) {
        const { promise, resolve } = Promise.withResolvers<void>();
        onRead = resolve;
        await promise;
      }
      cancel();
    }
  };

  const replay = async (): Promise<void> => {
    while (!isEnded && position < feed.newest()) {
      const batches = await feed.after(position);
      if (isEnded) return;
      if (batches === undefined || batches.length === 0) reset(DELETED);
      for (const batch of batches ?? []) {
        await hasRoom();
        if (isEnded) return;
        deliver(batch);
      }
    }
    isLive = true;
  };

  const start = (): void => {
    // Send an id at once, so that a client that disconnects before the first event can resume.
    send(from === undefined ? `${HELLO}id: ${position}\n\n` : `${HELLO}\n`);
    if (from === 'unknown' || (from !== undefined && from.batch > position)) reset(UNKNOWN);
    else if (from !== undefined) {
      resumedAt = from.index === undefined ? undefined : from;
      position = from.index === undefined ? from.batch : from.batch - 1;
      sentPosition = position;
    }
    replay().catch(drop);
  };

  const stopListening = feed.listen({
    onBatch: (batch) => {
      // The replay may have sent this batch already.
      if (!isLive || isEnded || batch.batch <= position) return;
      if (unread() >= MAX_UNREAD_BYTES) drop();
      else deliver(batch);
    },
    onLost: () => {
      if (isLive && !isEnded) reset(DELETED);
    },
  });

  const body = new ReadableStream<Uint8Array>(
    {
      start: (given) => {
        controller = given;
        start();
      },
      pull: () => onRead?.(),
      cancel: finish,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_UNREAD_BYTES }),
  );
  return {
    body,
    heartbeat: () => {
      if (isEnded) return;
      if (unread() >= MAX_UNREAD_BYTES) drop();
      else if (position === sentPosition) send(': still here\n\n');
      else {
        // Skipped events only send their position, so that a resume does not read them again.
        sentPosition = position;
        send(`: still here\nid: ${position}\n\n`);
      }
    },
    end: () => {
      if (isEnded) return;
      finish();
      controller?.close();
    },
  };
}

const HELLO = `: connected\nretry: ${RETRY_MS}\n`;
const DELETED = 'Events after the last received one were deleted.';
const UNKNOWN = 'The last received event is not in this record.';
