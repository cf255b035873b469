import type { Writable } from 'node:stream';

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
