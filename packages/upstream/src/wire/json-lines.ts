import type { Writable } from 'node:stream';
import { createByteCollector } from '@toolmark/base';
import { createMessageReader, type MessageReader, type MessageSink } from './message-reader.ts';

/** What a reader of lines finds. */
export interface LineSink extends MessageSink {
  /** A line that is longer than any message may be, and how it begins. The rest of it is skipped. */
  readonly onOverflow: (beginning: string) => void;
}

/** Cuts a byte stream into lines and reads each of them. */
export interface LineReader {
  readonly push: (chunk: Buffer) => void;
  /** Reads what stands after the last newline, once the stream has ended. */
  readonly end: () => void;
  readonly busy: MessageReader['busy'];
}

const NEWLINE = 0x0a;

/** Enough to see what a line wanted to be. */
const BEGINNING_BYTES = 256;

/**
 * Every byte is looked at once, however small the parts are in which a line comes, and what a chunk completes is decoded in
 * one go. No byte of a longer UTF-8 sequence is a newline, so cutting there never cuts a character.
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

  /** What stands behind the line that is too long. */
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

/** Writes lines to a stream, several at once where they come together, and never more than the far end will read. */
export interface LineWriter {
  /** Whether the line was taken. It is not when too much waits already. */
  readonly write: (line: string) => boolean;
  /** For how long the far end has left unread what it was sent, in milliseconds; 0 while it reads. */
  readonly unreadMs: () => number;
  readonly close: () => void;
}

/**
 * Lines of the same turn leave in one write. While the stream is full they wait here, up to `maxWaiting` characters;
 * a single line of any size may always wait.
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
