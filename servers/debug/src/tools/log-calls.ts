import type { ServerContext } from '@modelcontextprotocol/server';
import type { Middleware } from '@toolmark/kit';
import type { Engine } from '../engine/engine.ts';
import { describeHit } from '../resources/announce.ts';

/** Logs the start and end of every call. Omits the arguments, which may contain private data. */
export function logCalls(engine: Engine): Middleware {
  return async (call, next) => {
    const { name } = call.tool;
    const log = (level: 'debug' | 'warning', message: string) =>
      engine.emit({ kind: 'log', level, logger: 'tools', message });
    const stop = logDuring(engine, call.context.sdk);
    log('debug', `${name} was called.`);
    const started = performance.now();
    try {
      const outcome = await next();
      const took = `${Math.round(performance.now() - started)} ms`;
      if (outcome.kind === 'failed')
        log('warning', `${name} failed after ${took} with ${outcome.code}: ${outcome.message}`);
      else log('debug', `${name} was done after ${took}.`);
      return outcome;
    } finally {
      stop();
    }
  };
}

/** Sends clients of 2026-07-28 the log messages of a call on its stream, from the level requested with it. */
function logDuring(engine: Engine, sdk: unknown): () => void {
  // The context of the server on which this tool is registered.
  const { mcpReq } = sdk as ServerContext;
  if (mcpReq.envelope === undefined) return () => undefined;
  return engine.onEvent((event) => {
    const sent =
      event.kind === 'log'
        ? mcpReq.log(event.level, event.message, event.logger)
        : event.kind === 'hit'
          ? mcpReq.log('info', describeHit(event.hit), 'breakpoints')
          : undefined;
    // Sending fails if the client has disconnected.
    sent?.catch(() => undefined);
  });
}
