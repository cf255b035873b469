import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createRestApp } from './app.ts';
import type { RestBindings, RestDeps } from './deps.ts';

/** Answers a request that the guard admitted. Never rejects. */
export type RestListener = (
  request: IncomingMessage,
  response: ServerResponse,
  admitted: Pick<RestBindings, 'principal' | 'credential'>,
) => Promise<void>;

/**
 * The API for a `node:http` server.
 *
 * @example
 * const rest = createRestListener(deps);
 * if (path.startsWith('/api/')) void rest(request, response, admitted);
 */
export function createRestListener(deps: RestDeps): RestListener {
  const app = createRestApp(deps);
  return async (incoming, outgoing, { principal, credential }) => {
    // By default the adapter replaces the global Request and Response of the process.
    const bindings = { principal, credential, incoming, outgoing };
    const listener = getRequestListener((request) => app.fetch(request, bindings), { overrideGlobalObjects: false });
    await listener(incoming, outgoing);
  };
}
