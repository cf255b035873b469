import type { ServerResponse } from 'node:http';
import { failed, type RpcError, type RpcId } from '../../rpc.ts';
import type { McpFrontDeps } from './deps.ts';
import type { EventStreams } from './event-stream.ts';
import { Exchange, type ExchangeContext, type ExchangeOptions } from './exchange.ts';

/** Everything that is under way. */
export interface Exchanges {
  readonly open: (id: RpcId, res: ServerResponse, options: ExchangeOptions, onEnd?: () => void) => Exchange;
  readonly running: () => number;
  /** Resolves when nothing is under way any more. */
  readonly idle: () => Promise<void>;
  /** Ends everything that is under way, with this error. */
  readonly endAll: (error: RpcError) => void;
}

export function createExchanges({ log, newId }: Pick<McpFrontDeps, 'log' | 'newId'>, streams: EventStreams): Exchanges {
  const running = new Set<Exchange>();
  const waiting: (() => void)[] = [];
  const onDone = (exchange: Exchange): void => {
    running.delete(exchange);
    if (running.size === 0) for (const resolve of waiting.splice(0)) resolve();
  };
  const context: ExchangeContext = { log, newId, streams, onDone };
  return {
    running: () => running.size,
    idle: () => (running.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    endAll: (error) => {
      for (const exchange of [...running]) {
        exchange.abort();
        exchange.finish(failed(error));
      }
    },
    open: (id, res, options, onEnd) => {
      const exchange = new Exchange(context, id, res, options, onEnd);
      running.add(exchange);
      return exchange;
    },
  };
}
