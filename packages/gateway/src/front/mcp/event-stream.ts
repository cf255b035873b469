import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Clock } from '@toolmark/base';

/** Server-sent events on one response. */
export interface EventStream {
  /** Sends one JSON-RPC message. `false` if it could not be sent: the client is gone or does not read. */
  readonly send: (json: string) => boolean;
  /** Sends an answer, read or not: it is not dropped. */
  readonly answer: (json: string) => void;
  /** Sends the answer that is the last message. A result of bytes stands between the two texts. */
  readonly last: (before: string, json?: Buffer, after?: string) => void;
  readonly end: () => void;
  /** Ends the connection without a word. */
  readonly drop: () => void;
}

/** The streams of one front: they share a heartbeat and the rule for clients that do not read. */
export interface EventStreams {
  readonly open: (res: ServerResponse, options?: EventStreamOptions) => EventStream;
  /** Messages that were dropped because nobody read. */
  readonly dropped: () => number;
}

interface EventStreamOptions {
  readonly headers?: OutgoingHttpHeaders;
  /** Called once when the response is over, whoever ended it. */
  readonly onClose?: () => void;
  /** Called when a message is dropped for lack of room. */
  readonly onFull?: () => void;
}

/** Like the SDK's: short enough for the proxies and routers that cut a silent connection after 30 or 60 seconds. */
export const KEEP_ALIVE_MS = 15_000;

/** What may wait for one client to read it. A result larger than this still goes out; notifications then stop. */
export const MAX_UNREAD_BYTES: number = 1024 * 1024;

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  connection: 'keep-alive',
  'x-accel-buffering': 'no',
};

export function createEventStreams(clock: Clock): EventStreams {
  const open = new Set<ServerResponse>();
  let dropped = 0;
  let stopBeat: (() => void) | undefined;

  const beat = (): void => {
    for (const res of open) if (res.writableLength === 0) res.write(': keepalive\n\n');
    stopBeat = clock.after(KEEP_ALIVE_MS, beat);
  };

  return {
    dropped: () => dropped,
    open: (res, { headers, onClose, onFull } = {}) => {
      res.writeHead(200, { ...HEADERS, ...headers }).flushHeaders();
      open.add(res);
      stopBeat ??= clock.after(KEEP_ALIVE_MS, beat);
      res.once('close', () => {
        open.delete(res);
        if (open.size === 0) {
          stopBeat?.();
          stopBeat = undefined;
        }
        onClose?.();
      });
      return {
        send: (json) => {
          if (res.destroyed || res.writableEnded) return false;
          if (res.writableLength > MAX_UNREAD_BYTES) {
            dropped++;
            onFull?.();
            return false;
          }
          res.write(`event: message\ndata: ${json}\n\n`);
          return true;
        },
        answer: (json) => {
          if (!res.destroyed && !res.writableEnded) res.write(`event: message\ndata: ${json}\n\n`);
        },
        last: (before, json, after = '') => {
          if (res.destroyed || res.writableEnded) return;
          if (json === undefined) {
            res.end(`event: message\ndata: ${before}${after}\n\n`);
            return;
          }
          res.write(`event: message\ndata: ${before}`);
          res.write(json);
          res.end(`${after}\n\n`);
        },
        end: () => {
          if (!res.writableEnded) res.end();
        },
        drop: () => {
          res.destroy();
        },
      };
    },
  };
}
