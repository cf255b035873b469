import { toSeconds } from '@toolmark/reach';
import type { ServerConfig } from '../../config/config.ts';
import { ERRORS, errorOf } from '../../errors.ts';
import { failed, type JsonObject, type RpcError, type RpcReply } from '../../rpc.ts';
import type { Clock } from '../clock.ts';
import type { Connection } from '../connection.ts';
import { AWAY_PATIENCE_MS } from '../limits.ts';
import type { UpstreamServer } from '../server.ts';
import { createWaiter, type Waiter } from './waiter.ts';

/** Lets as many calls through to a server as it may run at once, and keeps a bounded number of others in order. */
export interface CallQueue {
  readonly request: UpstreamServer['request'];
  readonly running: () => number;
  readonly waiting: () => number;
  /** From here on calls go through to this connection. */
  readonly open: (to: Pick<Connection, 'request'>) => void;
  /** From here on they wait for the next one. */
  readonly hold: () => void;
  /** While held: answers those who wait in vain, because the server will not be back within their patience. */
  readonly review: () => void;
}

export interface CallQueueOptions {
  readonly config: Pick<ServerConfig, 'name' | 'timeoutMs' | 'maxTimeoutMs' | 'concurrency' | 'queue'>;
  readonly clock: Clock;
  /** While held: when the server can be back at the earliest; `Infinity` if that is not to be expected. */
  readonly backAt: () => number;
  /** While held: why the server is not there. */
  readonly whyAway: () => RpcError;
  /** A connection broke its promise never to reject. Answers what the caller is told. */
  readonly onBug: (error: unknown) => RpcError;
}

export function createCallQueue({ config, clock, backAt, whyAway, onBug }: CallQueueOptions): CallQueue {
  const { name, timeoutMs, maxTimeoutMs, concurrency } = config;
  /** Nothing is heard while a call waits for its turn, so it waits no longer than a running call may be silent. */
  const patienceMs = Math.min(timeoutMs, maxTimeoutMs);
  const waiters = new Set<Waiter>();
  let gate: Pick<Connection, 'request'> | undefined;
  let running = 0;
  let isPaused = false;
  let cancelPause = (): void => {};

  const onReply = (reply: RpcReply): RpcReply => {
    running--;
    if (reply.kind === 'error' && reply.error.code === ERRORS.upstreamDied.code) pause();
    next();
    return reply;
  };
  const onBroken = (error: unknown): RpcReply => onReply(failed(onBug(error)));

  /** A connection that dies answers its calls a moment before it is known to be gone: the next ones are not for it. */
  const pause = (): void => {
    cancelPause();
    isPaused = true;
    const cancelTimer = clock.after(0, () => {
      isPaused = false;
      next();
    });
    cancelPause = () => {
      isPaused = false;
      cancelTimer();
    };
  };

  const send = (
    to: Pick<Connection, 'request'>,
    method: string,
    params: JsonObject | undefined,
    exchange: CallExchange,
    leftMs: number,
  ): Promise<RpcReply> => {
    running++;
    return to.request(method, params, { ...exchange, timeoutMs, maxTimeoutMs: leftMs }).then(onReply, onBroken);
  };

  const next = (): void => {
    for (const waiter of waiters) {
      if (gate === undefined || running >= concurrency || isPaused) return;
      waiter.start();
    }
  };

  const wait = (method: string, params: JsonObject | undefined, exchange: CallExchange): Promise<RpcReply> => {
    const since = clock.now();
    if (exchange.signal?.aborted) return answer(cancelled());
    if (gate === undefined && backAt() >= since + AWAY_PATIENCE_MS) return answer(whyAway());
    if (waiters.size >= config.queue) return answer(gate === undefined ? whyAway() : busy());
    const { promise, resolve } = Promise.withResolvers<RpcReply>();
    const waiter = createWaiter({
      clock,
      until: since + patienceMs,
      awayUntil: gate === undefined ? since + AWAY_PATIENCE_MS : undefined,
      signal: exchange.signal,
      onTurn: () => {
        if (gate === undefined) return;
        resolve(send(gate, method, params, exchange, maxTimeoutMs - Math.max(0, clock.now() - since)));
      },
      onEnd: (why) => resolve(failed(why === 'cancelled' ? cancelled() : why === 'away' ? whyAway() : late())),
      onLeave: () => waiters.delete(waiter),
    });
    waiters.add(waiter);
    return promise;
  };

  const cancelled = (): RpcError =>
    errorOf('cancelled', 'The request was cancelled before it was sent.', { server: name });
  const busy = (): RpcError => {
    const message = `Server '${name}' is busy: ${running} requests are running and ${waiters.size} are waiting.`;
    return errorOf('upstreamBusy', message, { server: name, running, waiting: waiters.size });
  };
  const late = (): RpcError => {
    const message = `Server '${name}' was busy for ${toSeconds(patienceMs)}, so the request was never sent to it.`;
    return errorOf('upstreamTimeout', message, { server: name, sent: false });
  };

  return {
    // Whoever finds a free place here overtakes nobody: as long as there is one, nobody waits, except in a pause.
    request: (method, params, exchange) =>
      gate !== undefined && running < concurrency && !isPaused
        ? send(gate, method, params, exchange, maxTimeoutMs)
        : wait(method, params, exchange),
    running: () => running,
    waiting: () => waiters.size,
    open: (to) => {
      cancelPause();
      gate = to;
      next();
      for (const waiter of waiters) waiter.setAwayUntil(undefined);
    },
    hold: () => {
      cancelPause();
      gate = undefined;
      const awayUntil = clock.now() + AWAY_PATIENCE_MS;
      for (const waiter of waiters) waiter.setAwayUntil(awayUntil);
    },
    review: () => {
      if (gate !== undefined) return;
      const at = backAt();
      for (const waiter of waiters) if (at >= waiter.awayUntil()) waiter.end('away');
    },
  };
}

type CallExchange = Parameters<UpstreamServer['request']>[2];

const answer = (error: RpcError): Promise<RpcReply> => Promise.resolve(failed(error));
