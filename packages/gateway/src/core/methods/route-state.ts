import type { JsonObject, RpcReply } from '@toolmark/base';
import type { ResourceRoute } from '../../model/catalog.ts';

/**
 * Prefix of a `requestState` that names a server. A resource is read from the first of several servers that has it. When a server asks for
 * input, the answers must go back to that server, so its state names it unless it is the first.
 */
const MARK = 'toolmark-route:';

export interface RoutedRequest {
  readonly routes: readonly ResourceRoute[];
  readonly params: JsonObject;
}

/** Returns the servers to try: all of them, or in a later round the one that asked. */
export function routeRound(params: JsonObject, routes: readonly ResourceRoute[]): RoutedRequest {
  const state = params['requestState'];
  if (state === undefined && params['inputResponses'] === undefined) return { routes, params };
  if (typeof state === 'string' && state.startsWith(MARK)) {
    const end = state.indexOf(':', MARK.length);
    const marked = routes.filter(({ server }) => encodeURIComponent(server) === state.slice(MARK.length, end));
    const { requestState, ...rest } = params;
    const own = state.slice(end + 1);
    return { routes: marked.slice(0, 1), params: own === '' ? rest : { ...rest, requestState: own } };
  }
  return { routes: routes.slice(0, 1), params };
}

/** Adds the server's name to the state of a reply that asks for input, unless the server is the first. */
export function markRound(reply: RpcReply, route: ResourceRoute, isFirst: boolean): RpcReply {
  if (reply.kind !== 'result' || reply.result['resultType'] !== 'input_required') return reply;
  const state = reply.result['requestState'] ?? '';
  if (typeof state !== 'string' || (isFirst && !state.startsWith(MARK))) return reply;
  const requestState = `${MARK}${encodeURIComponent(route.server)}:${state}`;
  return { kind: 'result', result: { ...reply.result, requestState } };
}
