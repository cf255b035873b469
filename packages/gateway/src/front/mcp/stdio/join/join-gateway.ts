import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { type Clock, settlesWithin } from '@toolmark/base';
import { WINDOW_PREFIX } from '../../../../sessions/identity.ts';
import { createGatewayHttp, type GatewayPlace, type LocateGateway } from './gateway-http.ts';
import { createJoinedSession } from './joined-session.ts';
import { linesOf } from './lines.ts';
import { createRelay, type Relay } from './relay.ts';

export interface JoinOptions extends GatewayPlace {
  /** Called when the gateway is gone, because it may be restarted at another address. */
  readonly locate: LocateGateway;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly clock: Clock;
  /** Ends the relay at once when aborted. */
  readonly signal: AbortSignal;
  /** The time for requests under way after stdin has ended. */
  readonly drainMs: number;
}

/** The deadline for ending the session at the gateway, which would also end it after the idle timeout. */
const GOODBYE_MS = 1_000;

/**
 * Serves a running gateway on stdio: sends every line to its endpoint, and writes every answer as a line. Resolves when the client has
 * disconnected, or `signal` is aborted.
 *
 * @example
 * await joinGateway({ url: 'http://127.0.0.1:7420/mcp', token, locate, stdin: process.stdin, stdout: process.stdout, … });
 */
export async function joinGateway(options: JoinOptions): Promise<void> {
  const { url, token, locate, stdin, stdout, stderr, clock, signal, drainMs } = options;
  const http = createGatewayHttp({ url, token }, locate);
  const ending = new AbortController();
  const over = ending.signal;
  let isGone = false;

  const write = (line: string): Promise<void> =>
    stdout.write(`${line}\n`) || over.aborted ? Promise.resolve() : drained(stdout, over);
  const onReached = (): void => {
    isGone = false;
  };
  const onGone = (error: unknown): void => {
    if (isGone || over.aborted) return;
    isGone = true;
    const why = error instanceof Error ? error.message : String(error);
    stderr.write(`toolmark: the gateway at ${http.url()} is gone (${why}). Requests fail until it is back.\n`);
  };
  const session = createJoinedSession({ http, clock, write, onGone, over });
  const relay = createRelay({
    http,
    session,
    conversation: `${WINDOW_PREFIX}${randomUUID()}`,
    write,
    onReached,
    onGone,
    over,
  });

  const stop = (): void => ending.abort();
  signal.addEventListener('abort', stop);
  stdout.on('error', stop);
  try {
    if (signal.aborted) stop();
    await Promise.race([serve(stdin, relay, drainMs, clock), aborted(over)]);
  } finally {
    stop();
    signal.removeEventListener('abort', stop);
    stdin.destroy();
    await session.close(AbortSignal.timeout(GOODBYE_MS));
    http.close();
    stdout.off('error', stop);
  }
}

/** Relays every line until stdin ends, in order, and waits for the answers. */
async function serve(stdin: Readable, relay: Relay, drainMs: number, clock: Clock): Promise<void> {
  const pending = new Set<Promise<void>>();
  try {
    for await (const line of linesOf(stdin)) {
      const { promise: sent, resolve } = Promise.withResolvers<void>();
      const work = relay.carry(line, resolve).finally(() => pending.delete(work));
      pending.add(work);
      await sent;
    }
  } catch {
    // A broken stdin counts as its end.
  }
  relay.endSubscriptions();
  await settlesWithin(Promise.all(pending), drainMs, clock);
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
