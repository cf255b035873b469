import { StringDecoder } from 'node:string_decoder';
import { createParser } from 'eventsource-parser';

/** Receives the events of a `text/event-stream`. */
export interface EventSink {
  readonly onEvent: (event: ServerSentEvent) => void;
  /** The server's requested delay before reopening the stream. */
  readonly onRetry?: (ms: number) => void;
  /** An event above the message limit. Nothing is read after it. */
  readonly onOverflow: () => void;
}

export interface ServerSentEvent {
  /** `message` if the event has no name. */
  readonly name: string;
  readonly data: string;
  /** Empty if the server resets it. */
  readonly id: string | undefined;
}

/** Parses a stream incrementally, for any chunking. */
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
