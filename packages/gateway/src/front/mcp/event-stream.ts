import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Clock } from '@toolmark/base';

/** Server-sent events on one response. */
export interface EventStream {
  /** Sends one JSON-RPC message. `false` if it could not be sent because the client is gone or does not read. */
  readonly send: (json: string) => boolean;
  /** Sends an answer. It is not dropped, however much is unread. */
  readonly answer: (json: string) => void;
  /** Sends the last message. A result of bytes is written between the two texts. */
  readonly last: (before: string, json?: Buffer, after?: string) => void;
  readonly end: () => void;
  /** Closes the connection without a further message. */
  readonly drop: () => void;
}

/** The streams of one front, which share a heartbeat and a count of dropped messages. */
export interface EventStreams {
  readonly open: (res: ServerResponse, options?: EventStreamOptions) => EventStream;
  /** The number of messages dropped because the client did not read. */
  readonly dropped: () => number;
}

interface EventStreamOptions {
  readonly headers?: OutgoingHttpHeaders;
  /** Called once when the response is closed, from either side. */
  readonly onClose?: () => void;
  /** Called when a message is dropped because too much is unread. */
  readonly onFull?: () => void;
}

/** The SDK's value. Proxies and routers close a silent connection after 30 or 60 seconds. */
export const KEEP_ALIVE_MS = 15_000;

/** Unread bytes of one client, above which notifications are dropped. Results are sent in any case. */
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
