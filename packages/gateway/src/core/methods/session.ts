import { errorOf, failed, type RpcError, type RpcReply, result } from '@toolmark/base';
import { catalogFor } from '../../catalog/current-catalog.ts';
import { isLogLevel, LOG_LEVELS } from '../../model/log-level.ts';
import { type Audience, isWatchable } from '../audience/audience.ts';
import type { CoreDeps } from '../deps.ts';
import { invalidParams, type Method } from './method.ts';
import { resourceNotFound } from './resources.ts';

export interface SessionMethodsDeps extends Pick<CoreDeps, 'catalog' | 'upstream'> {
  readonly audience: Audience;
}

/** The methods of older clients whose effect lasts as long as their session, and `ping`. */
export function sessionMethods({ catalog, upstream, audience }: SessionMethodsDeps): readonly [string, Method][] {
  return [
    ['ping', { era: 'legacy', run: () => Promise.resolve(result({})) }],
    [
      'logging/setLevel',
      {
        era: 'legacy',
        run: ({ level }, caller) =>
          isLogLevel(level)
            ? done(audience.setLogLevel(caller, level))
            : invalidParams(`level must be one of ${LOG_LEVELS.join(', ')}.`),
      },
    ],
    [
      'resources/subscribe',
      {
        era: 'legacy',
        run: async ({ uri }, caller) => {
          if (typeof uri !== 'string') return invalidParams('uri must be a string.');
          const routes = catalogFor(catalog(), caller).routesOf(uri);
          if (routes.length === 0) return resourceNotFound(uri, caller);
          const route = routes.find(({ server }) => isWatchable(upstream(server)));
          if (route === undefined) return failed(notWatchable());
          const error = audience.subscribe(caller, { uri, route });
          if (error !== undefined) return failed(error);
          const refusal = await upstream(route.server)?.watching(route.uri);
          if (refusal === undefined) return result({});
          audience.unsubscribe(caller, uri);
          return failed(refusal);
        },
      },
    ],
    [
      'resources/unsubscribe',
      {
        era: 'legacy',
        run: ({ uri }, caller) =>
          typeof uri === 'string' ? done(audience.unsubscribe(caller, uri)) : invalidParams('uri must be a string.'),
      },
    ],
  ];
}

function notWatchable(): RpcError {
  return errorOf('methodNotFound', 'The server of this resource does not support subscriptions.');
}

function done(error: RpcError | undefined): Promise<RpcReply> {
  return Promise.resolve(error === undefined ? result({}) : failed(error));
}
