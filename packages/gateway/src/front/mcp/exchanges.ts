import type { ServerResponse } from 'node:http';
import { createPassingMap, failed, type RpcError, type RpcId, type RpcReply } from '@toolmark/base';
import type { McpFrontDeps } from './deps.ts';
import type { EventStreams } from './event-stream.ts';
import { Exchange, type ExchangeContext, type ExchangeOptions } from './exchange.ts';

/** Everything that is under way. */
export interface Exchanges {
  /** Of one that belongs to no session, `principal` says whose it is. */
  readonly open: (
    id: RpcId,
    res: ServerResponse,
    options: ExchangeOptions,
    onEnd?: () => void,
    principal?: string,
  ) => Exchange;
  /** The same for a request whose answer is written elsewhere; the function that comes back says that it has been. */
  readonly add: (request: UnderWay, res: ServerResponse) => () => void;
  readonly running: () => number;
  /** Resolves when nothing is under way any more. */
  readonly idle: () => Promise<void>;
  /** Resolves when what has been answered until now has left, or nobody is there to take it. */
  readonly flushed: () => Promise<void>;
  /** Ends everything that is under way, with this error; or only what belongs to somebody and to no session. */
  readonly endAll: (error: RpcError, principal?: string) => void;
}

/** A request that has no answer yet. */
export interface UnderWay {
  /** Ends the work behind it. The answer is still due. */
  abort(): void;
  /** Answers. A second answer is ignored. */
  finish(reply: RpcReply): void;
}

export function createExchanges({ log, newId }: Pick<McpFrontDeps, 'log' | 'newId'>, streams: EventStreams): Exchanges {
  const running = createPassingMap<UnderWay, string | undefined>();
  // An answer may be long and its client slow: a response is open for longer than its request is under way.
  const responses = createPassingMap<ServerResponse, ServerResponse>();
  const waiting: (() => void)[] = [];
  const onDone = (request: UnderWay): void => {
    running.delete(request);
    if (running.size() === 0) for (const resolve of waiting.splice(0)) resolve();
  };
  const add = (request: UnderWay, res: ServerResponse, principal?: string): void => {
    running.set(request, principal);
    if (res.closed || responses.get(res) !== undefined) return;
    responses.set(res, res);
    res.once('close', () => responses.delete(res));
  };
  const context: ExchangeContext = { log, newId, streams, onDone };
  return {
    running: running.size,
    idle: () => (running.size() === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    flushed: async () => {
      await Promise.all(responses.keys().map((res) => new Promise((resolve) => res.once('close', resolve))));
    },
    endAll: (error, principal) => {
      for (const [request, whose] of running.entries()) {
        if (principal !== undefined && whose !== principal) continue;
        request.abort();
        request.finish(failed(error));
      }
    },
    add: (request, res) => {
      add(request, res);
      return () => onDone(request);
    },
    open: (id, res, options, onEnd, principal) => {
      const exchange = new Exchange(context, id, res, options, onEnd);
      add(exchange, res, principal);
      return exchange;
    },
  };
}
