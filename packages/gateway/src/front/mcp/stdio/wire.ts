import type { Readable, Writable } from 'node:stream';
import { parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import type { Clock, JsonObject, Log, RpcId } from '@toolmark/base';
import type { Limits } from '@toolmark/config';
import { MAX_UNREAD_BYTES } from '../event-stream.ts';
import { errorText } from '../http-reply.ts';
import { createMessageInput } from './message-input.ts';

/** The pipe to the only client: a transport for the SDK that intercepts messages. */
export interface Wire {
  readonly transport: Transport;
  /** Sets the text to send when the SDK answers this request, in place of its own encoding. */
  readonly answerWith: (id: RpcId, json: string) => void;
  /** Writes one message. `false` if the client is gone, or has not read for too long. */
  readonly send: (json: string) => boolean;
  /** Resolves when every request is answered, or the pipe is closed. */
  readonly idle: () => Promise<void>;
  /** Resolves when the pipe is closed, from either side. */
  readonly closed: Promise<void>;
}

export interface WireOptions {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly clock: Clock;
  readonly log: Log;
  /** Limits of messages, and `drainMs`, the time for requests under way after stdin has ended. */
  readonly limits: Pick<Limits, 'bodyBytes' | 'depth' | 'values' | 'drainMs'>;
  /** Gets every message first. Returns `true` if it has handled the message. */
  readonly intercept: (message: JsonObject) => boolean;
}

const END_EVENTS = ['end', 'close', 'error'] as const;

/**
 * A client that closes stdin may still wait for answers, as in `echo … | toolmark stdio`. The SDK would drop them, so it is told of the end
 * only after the last answer. The SDK's own transport also parses each line at once, however long it is.
 */
export function createWire({ stdin, stdout, clock, log, limits, intercept }: WireOptions): Wire {
  const unanswered = new Set<RpcId>();
  const answers = new Map<RpcId, string>();
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>();
  let hasEnded = false;
  let isClosed = false;
  let stopWaiting: (() => void) | undefined;
  let onIdle: (() => void)[] = [];

  const settle = (id: unknown): void => {
    unanswered.delete(id as RpcId);
    answers.delete(id as RpcId);
    if (unanswered.size > 0) return;
    for (const resolve of onIdle) resolve();
    onIdle = [];
    if (hasEnded) close();
  };
  const onValue = (value: unknown): void => {
    if (isClosed) return;
    try {
      const message = parseJSONRPCMessage(value);
      const { id, method, params } = message as JsonObject & { id?: RpcId; params?: JsonObject };
      if (intercept(message as JsonObject)) return;
      if (method !== undefined && id !== undefined) unanswered.add(id);
      transport.onmessage?.(message);
      // A cancelled request is not answered.
      if (method === 'notifications/cancelled') settle(params?.['requestId']);
    } catch (error) {
      transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const input = createMessageInput({
    limits,
    onValue,
    onBeyond: (id, error) => {
      log.warn({ problem: error.message }, 'a message on stdin was refused');
      void write(errorText(id, error));
    },
    onEnd: () => {
      hasEnded = true;
      if (unanswered.size === 0) close();
      else stopWaiting = clock.after(limits.drainMs, close);
    },
  });
  const onInputEnd = (): void => void input.end();
  const onOutputError = (error: Error): void => {
    if (isClosed) return;
    transport.onerror?.(error);
    close();
  };
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    stopWaiting?.();
    stdin.unpipe(input);
    for (const event of END_EVENTS) stdin.off(event, onInputEnd);
    transport.onclose?.();
    onClosed();
  };
  const transport: Transport = {
    start: async () => {
      // Stays registered after the end, because a pending write may still fail.
      stdout.on('error', onOutputError);
      stdin.pipe(input, { end: false });
      for (const event of END_EVENTS) stdin.once(event, onInputEnd);
      if (stdin.readableEnded || stdin.destroyed) onInputEnd();
    },
    send: async (message) => {
      const id = 'id' in message && !('method' in message) ? message.id : undefined;
      await write((id === undefined ? undefined : answers.get(id)) ?? JSON.stringify(message));
      if (id !== undefined) settle(id);
    },
    close: async () => close(),
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
