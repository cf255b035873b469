import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createRestApp } from './app.ts';
import type { RestDeps } from './deps.ts';

/** Answers a request that the guard let in for somebody. Never rejects. */
export type RestListener = (request: IncomingMessage, response: ServerResponse, principal: string) => Promise<void>;

/**
 * The API for a `node:http` server.
 *
 * @example
 * const rest = createRestListener(deps);
 * if (path.startsWith('/api/')) void rest(request, response, principal);
 */
export function createRestListener(deps: RestDeps): RestListener {
  const app = createRestApp(deps);
  return async (incoming, outgoing, principal) => {
    // The adapter would replace the global Request and Response for everybody in this process.
    const listener = getRequestListener((request) => app.fetch(request, { principal, incoming, outgoing }), {
      overrideGlobalObjects: false,
    });
    await listener(incoming, outgoing);
  };
}
