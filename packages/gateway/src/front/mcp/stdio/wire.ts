import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { errorOf } from '../../../errors.ts';
import type { Log } from '../../../log.ts';
import type { JsonObject, RpcId } from '../../../rpc.ts';
import type { Clock } from '../../../upstream/clock.ts';
import { MAX_UNREAD_BYTES } from '../event-stream.ts';
import { errorText } from '../http-reply.ts';
import { boundedLines } from './bounded-lines.ts';

/** The pipe to the one client: the SDK's transport, with a look at what passes. */
export interface Wire {
  readonly transport: Transport;
  /** What goes out when the SDK answers this request, instead of what its encoder would make of it. */
  readonly answerWith: (id: RpcId, json: string) => void;
  /** Writes one message. `false` if the client is gone, or has not read for too long. */
  readonly send: (json: string) => boolean;
  /** Resolves when every request has its answer, or the pipe is closed. */
  readonly idle: () => Promise<void>;
  /** Resolves when the pipe is closed, from either side. */
  readonly closed: Promise<void>;
}

export interface WireOptions {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly clock: Clock;
  readonly log: Log;
  /** The longest message; a longer one is refused. */
  readonly maxBytes: number;
  /** How long requests under way get when stdin ends. */
  readonly drainMs: number;
  /** Sees every message first; `true` if that was all that has to happen with it. */
  readonly intercept: (message: JsonObject) => boolean;
}

const END_EVENTS = ['end', 'close', 'error'] as const;

/**
 * A client that closes its end may still want the answers it waits for, as in `echo … | toolmark stdio`; the SDK would drop
 * them. So it hears of the end only when the last one is out.
 */
export function createWire({ stdin, stdout, clock, log, maxBytes, drainMs, intercept }: WireOptions): Wire {
  const input = boundedLines(maxBytes, ({ bytes, id }) => {
    log.warn({ bytes, limit: maxBytes }, 'a message on stdin is too long');
    const error = errorOf('bodyTooLarge', `The message is too long: it must not exceed ${maxBytes} bytes`);
    write(errorText(id, error)).catch(() => {});
  });
  // It gets one line at a time, with the newline.
  const inner = new StdioServerTransport(input, stdout, { maxBufferSize: maxBytes + 1 });
  const unanswered = new Set<RpcId>();
  const answers = new Map<RpcId, string>();
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>();
  let ending = false;
  let isClosed = false;
  let stopWaiting: (() => void) | undefined;
  let onIdle: (() => void)[] = [];

  const settle = (id: unknown): void => {
    unanswered.delete(id as RpcId);
    answers.delete(id as RpcId);
    if (unanswered.size > 0) return;
    for (const resolve of onIdle) resolve();
    onIdle = [];
    if (ending) input.end();
  };
  const onEnd = (): void => {
    if (ending) return;
    ending = true;
    if (unanswered.size === 0) input.end();
    else stopWaiting = clock.after(drainMs, () => input.end());
  };
  const onMessage = (message: JSONRPCMessage): void => {
    const { id, method, params } = message as JsonObject & { id?: RpcId; params?: JsonObject };
    if (intercept(message as JsonObject)) return;
    if (method !== undefined && id !== undefined) unanswered.add(id);
    transport.onmessage?.(message);
    // A cancelled request is not answered.
    if (method === 'notifications/cancelled') settle(params?.['requestId']);
  };
  const transport: Transport = {
    start: async () => {
      inner.onmessage = onMessage;
      inner.onerror = (error) => transport.onerror?.(error);
      inner.onclose = () => {
        isClosed = true;
        stopWaiting?.();
        stdin.unpipe(input);
        for (const event of END_EVENTS) stdin.off(event, onEnd);
        transport.onclose?.();
        onClosed();
      };
      await inner.start();
      stdin.pipe(input, { end: false });
      for (const event of END_EVENTS) stdin.once(event, onEnd);
    },
    send: async (message) => {
      const id = 'id' in message && !('method' in message) ? message.id : undefined;
      const own = id === undefined ? undefined : answers.get(id);
      if (own === undefined) await inner.send(message);
      else await write(own);
      if (id !== undefined) settle(id);
    },
    close: () => inner.close(),
  };
  const write = (json: string): Promise<void> =>
    isClosed || stdout.write(`${json}\n`)
      ? Promise.resolve()
      : Promise.race([closed, new Promise<void>((resolve) => stdout.once('drain', resolve))]);
  const answerWith = (id: RpcId, json: string): void => {
    if (unanswered.has(id)) answers.set(id, json);
  };
  const send = (json: string): boolean => {
    if (isClosed || stdout.writableLength > MAX_UNREAD_BYTES) return false;
    stdout.write(`${json}\n`);
    return true;
  };
  const idle = (): Promise<void> =>
    unanswered.size === 0
      ? Promise.resolve()
      : Promise.race([closed, new Promise<void>((resolve) => onIdle.push(resolve))]);
  return { transport, closed, send, answerWith, idle };
}
