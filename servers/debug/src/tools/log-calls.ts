import type { ServerContext } from '@modelcontextprotocol/server';
import type { Middleware } from '@toolmark/kit';
import type { Engine } from '../engine/engine.ts';
import { describeHit } from '../resources/announce.ts';

/** Says of every call that it began and how it ended. Arguments are left out: they can hold what is nobody's business. */
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

/** Clients of 2026-07-28 hear, on the stream of a call, what happens during it, from the level on that they asked for with it. */
function logDuring(engine: Engine, sdk: unknown): () => void {
  // It is what the server that this tool is registered on hands to its tools.
  const { mcpReq } = sdk as ServerContext;
  if (mcpReq.envelope === undefined) return () => undefined;
  return engine.onEvent((event) => {
    const sent =
      event.kind === 'log'
        ? mcpReq.log(event.level, event.message, event.logger)
        : event.kind === 'hit'
          ? mcpReq.log('info', describeHit(event.hit), 'breakpoints')
          : undefined;
    // Who has left hears nothing.
    sent?.catch(() => undefined);
  });
}
