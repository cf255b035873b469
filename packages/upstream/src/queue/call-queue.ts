import { type Clock, ERRORS, failed, type JsonObject, type RpcError, type RpcReply } from '@toolmark/base';
import { toSeconds } from '@toolmark/reach';
import type { Connection } from '../connection.ts';
import { AWAY_PATIENCE_MS, SILENT_CALLS } from '../limits.ts';
import { isOwnError, isUnsent, unsentError } from '../own-error.ts';
import type { QueuedExchange, UpstreamServer } from '../server.ts';
import type { UpstreamConfig } from '../upstream-config.ts';
import { createWaiter, type Waiter } from './waiter.ts';

/** Limits the calls a server runs at once, and queues a bounded number of others in order. */
export interface CallQueue {
  readonly request: UpstreamServer['request'];
  readonly running: () => number;
  readonly waiting: () => number;
  /** Whether several requests in a row timed out. */
  readonly isSilent: () => boolean;
  /** Sends calls to this connection from now on, except those with a check. */
  readonly open: (to: Pick<Connection, 'request'>) => void;
  /** The connection's lists are known, so calls with a check may go too. */
  readonly listed: () => void;
  /** Queues calls until the next connection. */
  readonly hold: () => void;
  /** While held: answers the calls whose wait is shorter than the time until the server can be back. */
  readonly review: () => void;
}

export interface CallQueueOptions {
  readonly config: Pick<UpstreamConfig, 'name' | 'timeoutMs' | 'maxTimeoutMs' | 'concurrency' | 'queue' | 'answer'>;
  readonly clock: Clock;
  /** While held: the earliest time the server can be back; `Infinity` if not expected. */
  readonly backAt: () => number;
  /** While held: why the server is away. */
  readonly whyAway: () => RpcError;
  /** Several requests in a row timed out; `false` when one succeeds after that. */
  readonly onSilence: (isSilent: boolean) => void;
  /** A connection rejected, or a check threw. Returns the error for the caller. */
  readonly onBug: (error: unknown) => RpcError;
}

export function createCallQueue({ config, clock, backAt, whyAway, onSilence, onBug }: CallQueueOptions): CallQueue {
  const { name, timeoutMs, maxTimeoutMs, concurrency, answer: limits } = config;
  /** A queued call makes no progress, so it waits no longer than a running call may be silent. */
  const patienceMs = Math.min(timeoutMs, maxTimeoutMs);
  const waiters = new Set<Waiter>();
  let gate: Pick<Connection, 'request'> | undefined;
  let isListed = false;
  let running = 0;
  let timeouts = 0;
  let isPaused = false;
  let cancelPause = (): void => {};

  const onBroken = (error: unknown): RpcReply => {
    running--;
    next();
    return failed(onBug(error));
  };

  const refusalOf = ({ check }: QueuedExchange): RpcError | undefined => {
    try {
      return check?.();
    } catch (error) {
      return onBug(error);
    }
  };

  const onError = (error: RpcError): void => {
    if (error.code === ERRORS.upstreamDied.code) pause();
    if (!isOwnError(error)) onAnswer();
    else if (error.code === ERRORS.upstreamTimeout.code && ++timeouts === SILENT_CALLS) onSilence(true);
  };

  const onAnswer = (): void => {
    const wasSilent = timeouts >= SILENT_CALLS;
    timeouts = 0;
    if (wasSilent) onSilence(false);
  };

  /**
   * A dying connection answers its calls just before its loss is known; hold the next calls so that they do not go
   * there.
   */
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
    exchange: QueuedExchange,
    leftMs: number,
    isResent: boolean,
  ): Promise<RpcReply> => {
    const refused = refusalOf(exchange);
    if (refused !== undefined) return answer(refused);
    running++;
    return to
      .request(method, params, { ...exchange, answer: limits, timeoutMs, maxTimeoutMs: leftMs })
      .then((reply) => {
        running--;
        if (reply.kind !== 'error') {
          if (timeouts > 0) onAnswer();
        } else if (!isResent && isUnsent(reply.error) && waiters.size < config.queue) {
          // The server has not seen the call, and its connection is about to be replaced.
          pause();
          return wait(method, params, exchange, true);
        } else onError(reply.error);
        next();
        return reply;
      }, onBroken);
  };

  /** Calls of a tool wait until the connection's lists are known. */
  const hasGate = ({ check }: QueuedExchange): boolean => gate !== undefined && (isListed || check === undefined);

  const next = (): void => {
    for (const waiter of waiters) {
      if (gate === undefined || running >= concurrency || isPaused) return;
      if (waiter.mayStart()) waiter.start();
    }
  };

  const wait = (
    method: string,
    params: JsonObject | undefined,
    exchange: QueuedExchange,
    isResent: boolean,
  ): Promise<RpcReply> => {
    const since = clock.now();
    if (exchange.signal?.aborted) return answer(cancelled());
    if (gate === undefined && backAt() >= since + AWAY_PATIENCE_MS) return answer(whyAway());
    if (waiters.size >= config.queue) return answer(gate === undefined ? whyAway() : busy());
    const { promise, resolve } = Promise.withResolvers<RpcReply>();
    const waiter = createWaiter({
      clock,
      until: since + patienceMs,
      awayUntil: hasGate(exchange) ? undefined : since + AWAY_PATIENCE_MS,
      signal: exchange.signal,
      mayStart: () => hasGate(exchange),
      onTurn: () => {
        if (gate === undefined) return;
        resolve(send(gate, method, params, exchange, maxTimeoutMs - Math.max(0, clock.now() - since), isResent));
      },
      onEnd: (why) => resolve(failed(why === 'cancelled' ? cancelled() : why === 'away' ? whyAway() : late())),
      onLeave: () => waiters.delete(waiter),
    });
    waiters.add(waiter);
    return promise;
  };

  const cancelled = (): RpcError =>
    unsentError('cancelled', 'The request was cancelled before it was sent.', { server: name });
  const busy = (): RpcError => {
    const message = `Server '${name}' is busy: ${running} requests are running and ${waiters.size} are waiting.`;
    return unsentError('upstreamBusy', message, { server: name, running, waiting: waiters.size });
  };
  const late = (): RpcError => {
    const message = `Server '${name}' was busy for ${toSeconds(patienceMs)}, so the request was not sent.`;
    return unsentError('upstreamTimeout', message, { server: name, sent: false });
  };

  return {
    // Taking a free slot here skips no one: while there is a free slot, calls wait only during a pause or for a list.
    request: (method, params, exchange) =>
      gate !== undefined && hasGate(exchange) && running < concurrency && !isPaused
        ? send(gate, method, params, exchange, maxTimeoutMs, false)
        : wait(method, params, exchange, false),
    running: () => running,
    waiting: () => waiters.size,
    isSilent: () => timeouts >= SILENT_CALLS,
    open: (to) => {
      cancelPause();
      timeouts = 0;
      gate = to;
      isListed = false;
      next();
      const listedUntil = clock.now() + AWAY_PATIENCE_MS;
      for (const waiter of waiters) waiter.setAwayUntil(waiter.mayStart() ? undefined : listedUntil);
    },
    listed: () => {
      isListed = true;
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

const answer = (error: RpcError): Promise<RpcReply> => Promise.resolve(failed(error));
