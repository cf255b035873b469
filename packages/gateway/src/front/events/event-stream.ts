import type { Clock } from '@toolmark/base';
import type { EventFeed } from './event-feed.ts';
import type { EventPlace } from './event-id.ts';
import { type FramedBatch, resetFrame } from './frames.ts';

/** One listener. */
export interface EventStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly beat: () => void;
  /** Nothing comes any more, and whoever listens may come back. */
  readonly end: () => void;
}

export interface StreamOptions {
  readonly feed: EventFeed;
  readonly clock: Clock;
  /** Where to go on; `undefined` begins with what happens from now on. */
  readonly from: EventPlace | 'unknown' | undefined;
  readonly isWanted: (type: string) => boolean;
  /** Cuts the connection of a listener that does not read; without it the stream fails. */
  readonly cut: (() => void) | undefined;
  /** Called once, however it ended. */
  readonly onEnd: () => void;
}

/** What may wait for one listener to read it. A listener that far behind comes back with its last id and is served from the store. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** While it catches up there is less on the way, so that news still have room. */
const CATCH_UP_BYTES = 64 * 1024;

/** Who takes nothing for so long while there is something is not there any more. */
const PATIENCE_MS = 30_000;

/** After how many milliseconds a client that lost the connection tries again. */
const RETRY_MS = 2_000;

export function createEventStream({ feed, clock, from, isWanted, cut, onEnd }: StreamOptions): EventStream {
  const encoder = new TextEncoder();
  /** Everything up to this batch was sent, or not wanted. */
  let position = feed.newest();
  let seen: EventPlace | undefined;
  /** The last id that the listener knows. */
  let told = position;
  let isLive = false;
  let isEnded = false;
  let onRoom: (() => void) | undefined;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  const unread = (): number => MAX_UNREAD_BYTES - (controller?.desiredSize ?? 0);
  const send = (text: string): void => controller?.enqueue(encoder.encode(text));

  const finish = (): void => {
    if (isEnded) return;
    isEnded = true;
    stopListening();
    onRoom?.();
    onEnd();
  };

  const drop = (): void => {
    if (isEnded) return;
    finish();
    if (cut === undefined) controller?.error(new Error('The stream was dropped; it goes on after the last id.'));
    else cut();
  };

  const deliver = ({ batch, frames }: FramedBatch): void => {
    const wanted = frames.filter(
      ({ type, index }) =>
        isWanted(type) && !(seen?.batch === batch && index <= (seen.index ?? Number.POSITIVE_INFINITY)),
    );
    position = batch;
    if (wanted.length === 0) return;
    told = batch;
    send(wanted.map(({ text }) => text).join(''));
  };

  const reset = (reason: string): void => {
    position = feed.newest();
    told = position;
    send(resetFrame(reason, position, clock.now()));
  };

  /** Resolves when there is room, or when it is over. Patience begins anew with whatever is taken. */
  const room = async (): Promise<void> => {
    while (!isEnded && unread() > CATCH_UP_BYTES) {
      const before = unread();
      const cancel = clock.after(PATIENCE_MS, drop);
      while (!isEnded && unread() >= before) {
        const { promise, resolve } = Promise.withResolvers<void>();
        onRoom = resolve;
        await promise;
      }
      cancel();
    }
  };

  const catchUp = async (): Promise<void> => {
    while (!isEnded && position < feed.newest()) {
      const batches = await feed.after(position);
      if (isEnded) return;
      if (batches === undefined || batches.length === 0) reset(GONE);
      for (const batch of batches ?? []) {
        await room();
        if (isEnded) return;
        deliver(batch);
      }
    }
    isLive = true;
  };

  const begin = (): void => {
    // Whoever hears nothing before the connection breaks has a place to go on from all the same.
    send(from === undefined ? `${HELLO}id: ${position}\n\n` : `${HELLO}\n`);
    if (from === 'unknown' || (from !== undefined && from.batch > position)) reset(UNKNOWN);
    else if (from !== undefined) {
      seen = from.index === undefined ? undefined : from;
      position = from.index === undefined ? from.batch : from.batch - 1;
      told = position;
    }
    catchUp().catch(drop);
  };

  const stopListening = feed.listen({
    onBatch: (batch) => {
      // What it was told from the store may be news to the feed.
      if (!isLive || isEnded || batch.batch <= position) return;
      if (unread() >= MAX_UNREAD_BYTES) drop();
      else deliver(batch);
    },
    onLost: () => {
      if (isLive && !isEnded) reset(GONE);
    },
  });

  const body = new ReadableStream<Uint8Array>(
    {
      start: (given) => {
        controller = given;
        begin();
      },
      pull: () => onRoom?.(),
      cancel: finish,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_UNREAD_BYTES }),
  );
  return {
    body,
    beat: () => {
      if (isEnded) return;
      if (unread() >= MAX_UNREAD_BYTES) drop();
      else if (position === told) send(': still here\n\n');
      else {
        // Of what was not wanted there is only where it ended, so that going on later begins there.
        told = position;
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
const GONE = 'Events that came after the last one heard are not kept any more.';
const UNKNOWN = 'The last event heard is not one of this record.';
