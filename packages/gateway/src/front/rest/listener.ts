import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createRestApp, type RestDeps } from './app.ts';

/**
 * The API for a `node:http` server. Never rejects.
 *
 * @example
 * const rest = createRestListener(deps);
 * if (path.startsWith('/api/')) void rest(request, response);
 */
export function createRestListener(
  deps: RestDeps,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const app = createRestApp(deps);
  // The adapter would replace the global Request and Response for everybody in this process.
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  return async (request, response) => {
    await listener(request, response);
  };
}
