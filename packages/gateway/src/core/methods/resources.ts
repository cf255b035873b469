import { isJsonObject } from '@toolmark/annotations';
import { clip, errorOf, failed, type RpcReply } from '@toolmark/base';
import { serverGone } from '../../calls/refusals.ts';
import { catalogFor } from '../../catalog/current-catalog.ts';
import type { Caller } from '../../model/caller.ts';
import type { ResourceRoute } from '../../model/catalog.ts';
import { ROUTES_TRIED } from '../limits.ts';
import { invalidParams, type Method } from './method.ts';
import type { RelayingDeps } from './prompts.ts';
import { markRound, routeRound } from './route-state.ts';

const METHOD = 'resources/read';

/** The codes for a missing resource: the first in older revisions, the second in 2026-07-28. */
const NOT_FOUND: ReadonlySet<number> = new Set([-32002, -32602]);

/** Reads a resource from the servers that may have it, the likeliest first. */
export function readResourceMethod({ catalog, upstream, relay, finish }: RelayingDeps): Method {
  return {
    era: undefined,
    run: async (params, caller) => {
      const { uri } = params;
      if (typeof uri !== 'string') return invalidParams('uri must be a string.');
      const all = catalogFor(catalog(), caller).routesOf(uri).slice(0, ROUTES_TRIED);
      const round = routeRound(params, all);
      let first: RpcReply | undefined;
      for (const route of round.routes) {
        const server = upstream(route.server);
        const reply =
          server === undefined
            ? serverGone(route.server)
            : await relay({ server, method: METHOD, params: round.params, names: { uri: route.uri }, caller });
        const finished = finish(reply, caller, { server: route.server, method: METHOD });
        if (finished.kind !== 'error') return markRound(addressedAs(uri, route, finished), route, route === all[0]);
        first ??= finished;
        // This server has the resource and failed; another server would answer with a different resource.
        if (!NOT_FOUND.has(finished.error.code)) break;
      }
      return first ?? resourceNotFound(uri, caller);
    },
  };
}

/**
 * Answers a request for an address with the server's name in it (`toolmark://notes/file:///a`) with addresses of the same form: the plain
 * ones of this server could mean a resource of another server here.
 */
function addressedAs(asked: string, { uri }: ResourceRoute, reply: RpcReply): RpcReply {
  if (asked === uri || !asked.endsWith(uri) || reply.kind !== 'result' || !Array.isArray(reply.result['contents']))
    return reply;
  const prefix = asked.slice(0, asked.length - uri.length);
  const contents = reply.result['contents'].map((content: unknown) =>
    isJsonObject(content) && typeof content['uri'] === 'string'
      ? { ...content, uri: `${prefix}${content['uri']}` }
      : content,
  );
  return { kind: 'result', result: { ...reply.result, contents } };
}

export function resourceNotFound(uri: string, caller: Caller): RpcReply {
  const name = caller.era === 'modern' ? 'invalidParams' : 'resourceNotFound';
  return failed(errorOf(name, `Resource not found: ${clip(uri)}`, { uri }));
}
