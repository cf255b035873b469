import type { Writable } from 'node:stream';
import { createByteCollector } from '@toolmark/base';
import { createMessageReader, type MessageReader, type MessageSink } from './message-reader.ts';

/** Receives the messages of a line reader. */
export interface LineSink extends MessageSink {
  /** A line above the limit, with its beginning. The rest is skipped. */
  readonly onOverflow: (beginning: string) => void;
}

/** Splits a byte stream into lines and parses each. */
export interface LineReader {
  readonly push: (chunk: Buffer) => void;
  /** Parses the text after the last newline, at the end of the stream. */
  readonly end: () => void;
  readonly busy: MessageReader['busy'];
}

const NEWLINE = 0x0a;

/** Enough to recognize the kind of message. */
const BEGINNING_BYTES = 256;

/**
 * Visits every byte once, however small the chunks are, and decodes complete lines together. No byte of a multi-byte
 * UTF-8 sequence is a newline, so splitting never cuts a character.
 */
export function createLineReader(sink: LineSink, maxBytes: number): LineReader {
  const messages = createMessageReader(sink);
  const open = createByteCollector();
  let isSkipping = false;
  let isOver = false;

  const readLines = (text: string): void => {
    for (let start = 0; start <= text.length && !isOver; ) {
      const newline = text.indexOf('\n', start);
      const stop = newline === -1 ? text.length : newline;
      if (stop > start) messages.read(text.slice(start, stop));
      start = stop + 1;
    }
  };

  const take = (last: Buffer): string => {
    if (open.length() === 0) return last.toString('utf8');
    open.push(last);
    return open.take().toString('utf8');
  };

  const overflow = (chunk: Buffer): void => {
    isSkipping = true;
    open.push(chunk.subarray(0, BEGINNING_BYTES));
    sink.onOverflow(open.take().toString('utf8', 0, BEGINNING_BYTES));
  };

  /** Returns the bytes behind the oversized line. */
  const skip = (chunk: Buffer): Buffer => {
    const newline = chunk.indexOf(NEWLINE);
    isSkipping = newline === -1;
    return chunk.subarray(newline === -1 ? chunk.length : newline + 1);
  };

  const push = (chunk: Buffer): void => {
    const last = chunk.lastIndexOf(NEWLINE);
    const first = last === -1 ? chunk.length : chunk.indexOf(NEWLINE);
    if (open.length() + first > maxBytes) {
      overflow(chunk);
      push(skip(chunk));
      return;
    }
    if (last !== -1) readLines(take(chunk.subarray(0, last)));
    if (last === chunk.length - 1) return;
    open.push(chunk.subarray(last + 1));
  };

  return {
    push: (chunk) => {
      if (!isOver) push(isSkipping ? skip(chunk) : chunk);
    },
    end: () => {
      if (!isOver) readLines(take(Buffer.alloc(0)));
      isOver = true;
    },
    busy: messages.busy,
  };
}

/** Writes lines to a stream in batches, with backpressure. */
export interface LineWriter {
  /** Whether the line was accepted; `false` if the queue is full. */
  readonly write: (line: string) => boolean;
  /** How long the reader has left data unread, in milliseconds; 0 while it reads. */
  readonly unreadMs: () => number;
  readonly close: () => void;
}

/**
 * Lines of the same turn are written together. While the stream is full they are queued, up to `maxWaiting` characters;
 * a single line of any size is always accepted.
 */
export function createLineWriter(output: Writable, maxWaiting: number): LineWriter {
  let waiting: string[] = [];
  let size = 0;
  let isScheduled = false;
  let fullSince: number | undefined;

  const flush = (): void => {
    isScheduled = false;
    if (waiting.length === 0 || output.writableNeedDrain) return;
    const text = waiting.length === 1 ? (waiting[0] ?? '') : waiting.join('');
    waiting = [];
    size = 0;
    if (output.writable && !output.write(text)) fullSince ??= performance.now();
  };
  const onDrain = (): void => {
    fullSince = undefined;
    flush();
  };

  output.on('drain', onDrain);
  return {
    write: (line) => {
      if (size > 0 && size + line.length > maxWaiting) return false;
      waiting.push(`${line}\n`);
      size += line.length;
      if (!isScheduled) {
        isScheduled = true;
        setImmediate(flush);
      }
      return true;
    },
    unreadMs: () => (fullSince === undefined ? 0 : performance.now() - fullSince),
    close: () => {
      output.off('drain', onDrain);
      waiting = [];
    },
  };
}
