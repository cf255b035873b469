import { parseMessages, type RpcMessage } from './message.ts';

/** What a reader of lines finds. */
export interface LineSink {
  readonly onMessage: (message: RpcMessage) => void;
  /** A line that is no message of the protocol. */
  readonly onNoise: (line: string) => void;
  /** A line that is longer than any message may be, and how it begins. The rest of it is skipped. */
  readonly onOverflow: (beginning: string) => void;
}

/** Cuts a byte stream into lines and reads each of them. */
export interface LineReader {
  readonly push: (chunk: Buffer) => void;
  /** Reads what stands after the last newline, once the stream has ended. */
  readonly end: () => void;
}

const NEWLINE = 0x0a;

/** Enough to see what a line wanted to be. */
const BEGINNING_BYTES = 256;

/**
 * Every byte is looked at once: parts of a line are joined only when it is complete, and what a chunk completes is
 * decoded in one go. No byte of a longer UTF-8 sequence is a newline, so cutting there never cuts a character.
 */
export function createLineReader(sink: LineSink, maxBytes: number): LineReader {
  let open: Buffer[] = [];
  let openBytes = 0;
  let isSkipping = false;
  let isOver = false;

  const readLine = (line: string): void => {
    const messages = parseMessages(line);
    if (messages === undefined) {
      if (line.trim() !== '') sink.onNoise(line);
    } else for (const message of messages) sink.onMessage(message);
  };

  const readLines = (text: string): void => {
    for (let start = 0; start <= text.length && !isOver; ) {
      const newline = text.indexOf('\n', start);
      const stop = newline === -1 ? text.length : newline;
      if (stop > start) readLine(text.slice(start, stop));
      start = stop + 1;
    }
  };

  const take = (last: Buffer): string => {
    const text = open.length === 0 ? last.toString('utf8') : Buffer.concat([...open, last]).toString('utf8');
    open = [];
    openBytes = 0;
    return text;
  };

  const overflow = (chunk: Buffer): void => {
    isSkipping = true;
    const beginning = Buffer.concat([...open, chunk], Math.min(BEGINNING_BYTES, openBytes + chunk.length));
    open = [];
    openBytes = 0;
    sink.onOverflow(beginning.toString('utf8'));
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
    if (openBytes + first > maxBytes) {
      overflow(chunk);
      push(skip(chunk));
      return;
    }
    if (last !== -1) readLines(take(chunk.subarray(0, last)));
    if (last === chunk.length - 1) return;
    const rest = chunk.subarray(last + 1);
    open.push(rest);
    openBytes += rest.length;
  };

  return {
    push: (chunk) => {
      if (!isOver) push(isSkipping ? skip(chunk) : chunk);
    },
    end: () => {
      if (!isOver) readLines(take(Buffer.alloc(0)));
      isOver = true;
    },
  };
}
