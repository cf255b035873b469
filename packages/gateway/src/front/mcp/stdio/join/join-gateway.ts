import type { Readable, Writable } from 'node:stream';
import { errorOf } from '../../../../errors.ts';
import type { JsonObject, RpcError, RpcId } from '../../../../rpc.ts';
import { type Clock, settlesWithin } from '../../../../upstream/clock.ts';
import { errorText } from '../../http-reply.ts';
import { isObject } from '../../messages.ts';
import { createGatewayHttp, type GatewayResponse } from './gateway-http.ts';
import { createJoinedSession } from './joined-session.ts';
import { linesOf } from './lines.ts';
import { isModernMessage, modernHeaders } from './request-headers.ts';

export interface JoinOptions {
  /** The endpoint of the running gateway, `http://127.0.0.1:7420/mcp`. */
  readonly url: string;
  readonly token: string | undefined;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly clock: Clock;
  /** Ends it at once: a signal arrived. */
  readonly signal: AbortSignal;
  /** How long requests under way get when stdin ends. */
  readonly drainMs: number;
}

/** How long the gateway gets to hear that the session is over; it would find out by itself in the end. */
const GOODBYE_MS = 1_000;

/**
 * Makes a running gateway a stdio server: every line goes to its endpoint, every answer comes back as a line. Resolves when
 * the client is gone, or `signal` says so.
 *
 * @example
 * await joinGateway({ url: 'http://127.0.0.1:7420/mcp', token, stdin: process.stdin, stdout: process.stdout, … });
 */
export async function joinGateway(options: JoinOptions): Promise<void> {
  const { url, token, stdin, stdout, stderr, clock, signal, drainMs } = options;
  const http = createGatewayHttp(url, token);
  const over = new AbortController();
  const underWay = new Map<RpcId, UnderWay>();
  let isGone = false;

  const write = (line: string): Promise<void> =>
    stdout.write(`${line}\n`) || over.signal.aborted ? Promise.resolve() : drained(stdout, over.signal);
  const onReached = (): void => {
    isGone = false;
  };
  const onGone = (error: unknown): void => {
    if (isGone || over.signal.aborted) return;
    isGone = true;
    const why = error instanceof Error ? error.message : String(error);
    stderr.write(`toolmark: the gateway at ${url} is gone (${why}). Requests fail until it is back.\n`);
  };
  const session = createJoinedSession({ http, clock, write, onGone, over: over.signal });

  /** Passes on what the response holds. Says whether the answer was in it. */
  const relay = async (response: GatewayResponse, id: RpcId | undefined): Promise<boolean> => {
    let answered = false;
    for await (const text of response.messages) {
      const message = parse(text);
      if (response.status >= 400) {
        // Refused before it was read as a request: then the answer does not know to what.
        if (id === undefined || !isRpcError(message)) continue;
        await write(JSON.stringify({ ...message, id }));
        answered = true;
      } else {
        await write(text);
        answered ||= isObject(message) && message['method'] === undefined && message['id'] === id;
      }
    }
    return answered;
  };

  const send = async (message: JsonObject, text: string, sent: () => void): Promise<void> => {
    const id = message['method'] === undefined ? undefined : idOf(message);
    const entry: UnderWay = { controller: new AbortController(), method: message['method'], isCancelled: false };
    if (id !== undefined) underWay.set(id, entry);
    const abort = AbortSignal.any([over.signal, entry.controller.signal]);
    let error: RpcError = unreachable(url);
    try {
      const response = isModernMessage(message)
        ? await post(text, modernHeaders(message), abort, sent)
        : await session.post(message, text, abort, sent);
      onReached();
      error = unanswered(url, response.status);
      if (await relay(response, id)) return;
    } catch (failure) {
      if (!abort.aborted) onGone(failure);
    } finally {
      sent();
      if (id !== undefined && underWay.get(id) === entry) underWay.delete(id);
    }
    if (id !== undefined && !entry.isCancelled && !over.signal.aborted) await write(errorText(id, error));
  };
  const post = async (text: string, headers: object, abort: AbortSignal, sent: () => void) => {
    const posted = http.post(text, { ...headers }, abort);
    posted.sent.then(sent, sent);
    return posted.response;
  };

  /** A client of 2026-07-28 cancels by closing the stream; on stdio it says so instead. */
  const isCancelled = (message: JsonObject): boolean => {
    if (message['method'] !== 'notifications/cancelled' || !isObject(message['params'])) return false;
    const entry = underWay.get(message['params']['requestId'] as RpcId);
    if (entry === undefined) return false;
    entry.isCancelled = true;
    if (session.isOpen()) return false;
    entry.controller.abort();
    return true;
  };

  const pending = new Set<Promise<void>>();
  const read = async (): Promise<void> => {
    for await (const line of linesOf(stdin)) {
      const message = parse(line);
      if (!isObject(message)) {
        await write(errorText(null, errorOf('parse', 'Parse error: a line is not a JSON-RPC message')));
        continue;
      }
      if (isCancelled(message)) continue;
      const { promise: sent, resolve } = Promise.withResolvers<void>();
      const work = send(message, line, resolve).finally(() => pending.delete(work));
      pending.add(work);
      await sent;
    }
  };
  const drain = async (): Promise<void> => {
    // A subscription has no end of its own.
    for (const { controller, method } of underWay.values()) if (method === 'subscriptions/listen') controller.abort();
    await settlesWithin(Promise.all(pending), drainMs, clock);
  };

  const stop = (): void => over.abort();
  signal.addEventListener('abort', stop);
  stdout.on('error', stop);
  try {
    if (signal.aborted) stop();
    await Promise.race([read().then(drain, drain), aborted(over.signal)]);
  } finally {
    over.abort();
    signal.removeEventListener('abort', stop);
    stdin.destroy();
    await session.close(AbortSignal.timeout(GOODBYE_MS));
    http.close();
    stdout.off('error', stop);
  }
}

interface UnderWay {
  readonly controller: AbortController;
  readonly method: unknown;
  isCancelled: boolean;
}

const unreachable = (url: string): RpcError =>
  errorOf('upstreamUnavailable', `The gateway at ${url} cannot be reached.`);

const unanswered = (url: string, status: number): RpcError =>
  status >= 400
    ? errorOf('upstreamUnavailable', `The gateway at ${url} refused the request (HTTP ${status}).`)
    : errorOf('upstreamDied', `The gateway at ${url} ended the request without an answer.`);

const isRpcError = (message: unknown): message is JsonObject =>
  isObject(message) && message['jsonrpc'] === '2.0' && isObject(message['error']);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function idOf({ id }: JsonObject): RpcId | undefined {
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

function drained(stream: Writable, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done);
      stream.off('close', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    stream.once('drain', done);
    stream.once('close', done);
    signal.addEventListener('abort', done);
  });
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
