import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Guard } from './guard.ts';

/**
 * Lets a request pass the guard, or answers it. `undefined` means that it was answered and is nobody's business any more.
 *
 * @example
 * const server = createServer(SERVER_OPTIONS, (request, response) => {
 *   const principal = admit(guard, request, response);
 *   if (principal !== undefined) route(request, response, principal);
 * });
 */
export function admit(guard: Guard, request: IncomingMessage, response: ServerResponse): string | undefined {
  const verdict = guard.decide(request);
  switch (verdict.kind) {
    case 'admit':
      for (const name in verdict.headers) response.setHeader(name, verdict.headers[name] ?? '');
      return verdict.principal;
    case 'preflight':
      response.writeHead(204, verdict.headers).end();
      return undefined;
    case 'refuse': {
      const body = JSON.stringify(verdict.body);
      response
        .writeHead(verdict.status, {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          ...verdict.headers,
        })
        .end(body);
      return undefined;
    }
  }
}
