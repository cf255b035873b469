import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Credential } from '../tokens/credential.ts';
import type { Guard } from './guard.ts';

/** Who was let in, and on what. */
export interface Admitted {
  readonly principal: string;
  readonly credential: Credential;
}

/**
 * Lets a request pass the guard, or answers it. `undefined` means that it was answered and is nobody's business any more.
 *
 * @example
 * const server = createServer(SERVER_OPTIONS, (request, response) => {
 *   const admitted = admit(guard, request, response);
 *   if (admitted !== undefined) route(request, response, admitted.principal);
 * });
 */
export function admit(guard: Guard, request: IncomingMessage, response: ServerResponse): Admitted | undefined {
  const verdict = guard.decide(request);
  switch (verdict.kind) {
    case 'admit':
      for (const name in verdict.headers) response.setHeader(name, verdict.headers[name] ?? '');
      return verdict;
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
