import { StringDecoder } from 'node:string_decoder';
import { createParser } from 'eventsource-parser';

/** What a reader of a `text/event-stream` finds. */
export interface EventSink {
  readonly onEvent: (event: ServerSentEvent) => void;
  /** How long the server wants a client to wait before it opens the stream again. */
  readonly onRetry?: (ms: number) => void;
  /** An event that is larger than any message may be. Nothing is read after it. */
  readonly onOverflow: () => void;
}

export interface ServerSentEvent {
  /** `message` where the event has no name. */
  readonly name: string;
  readonly data: string;
  /** Empty where the server takes it back. */
  readonly id: string | undefined;
}

/** Reads the bytes of a stream as they come, cut anywhere. */
export interface EventReader {
  readonly push: (chunk: Buffer) => void;
}

export function createEventReader(sink: EventSink, maxSize: number): EventReader {
  const decoder = new StringDecoder('utf8');
  let isOver = false;
  const parser = createParser({
    onEvent: ({ event = 'message', data, id }) => {
      if (!isOver) sink.onEvent({ name: event, data, id });
    },
    onRetry: (ms) => sink.onRetry?.(ms),
    onError: ({ type }) => {
      if (type !== 'max-buffer-size-exceeded' || isOver) return;
      isOver = true;
      sink.onOverflow();
    },
    maxBufferSize: maxSize,
  });
  return {
    push: (chunk) => {
      if (!isOver) parser.feed(decoder.write(chunk));
    },
  };
}
