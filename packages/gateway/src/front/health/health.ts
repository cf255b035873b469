import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ApiError, apiErrors, type Readiness, type ServerStateName } from '@toolmark/api-contract';
import { CHALLENGE_HEADER } from '@toolmark/reach';
import type { UpstreamServer } from '@toolmark/upstream';
import type { Metrics } from './metrics.ts';

export interface HealthDeps {
  readonly servers: () => readonly UpstreamServer[];
  /** The gateway is stopping and takes no new work. */
  readonly isDraining: () => boolean;
  readonly metrics: Pick<Metrics, 'render' | 'contentType'>;
  /** Proves the identity of this gateway to a process that knows its secret. */
  readonly prove: (challenge: string) => string;
}

export interface HealthAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const JSON_TYPE = 'application/json';

/**
 * Answers `/healthz` and `/readyz`; `undefined` for other paths. Readiness does not depend on servers: a failing server
 * only affects its own tools.
 */
export function answerHealth(path: string, deps: HealthDeps, challenge?: string): HealthAnswer | undefined {
  switch (path) {
    case '/healthz': {
      const proof = challenge === undefined ? {} : { proof: deps.prove(challenge) };
      return { status: 200, type: JSON_TYPE, body: JSON.stringify({ status: 'ok', ...proof }) };
    }
    case '/readyz': {
      const readiness = getReadiness(deps);
      return {
        status: readiness.status === 'ready' ? 200 : 503,
        type: JSON_TYPE,
        body: JSON.stringify(readiness),
      };
    }
    default:
      return undefined;
  }
}

function getReadiness({ servers, isDraining }: HealthDeps): Readiness {
  const counts: Record<ServerStateName, number> = {
    connecting: 0,
    ready: 0,
    waiting: 0,
    failed: 0,
    disabled: 0,
    stopped: 0,
  };
  for (const server of servers()) counts[server.status().state]++;
  return { status: isDraining() ? 'draining' : 'ready', servers: counts };
}

/**
 * Answers an admitted request if it has one of these paths.
 *
 * @example
 * if (serveHealth(request, response, path, deps)) return;
 */
export function serveHealth(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  deps: HealthDeps,
): boolean {
  const challenge = request.headers[CHALLENGE_HEADER];
  const answer =
    path === '/metrics'
      ? renderMetrics(deps.metrics)
      : answerHealth(path, deps, typeof challenge === 'string' ? challenge : undefined);
  if (answer === undefined) return false;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  void Promise.resolve(isRead ? answer : WRONG_METHOD).then(
    ({ status, type, body }) =>
      response
        .writeHead(status, {
          'content-type': type,
          'content-length': Buffer.byteLength(body),
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          ...(isRead ? {} : { allow: 'GET, HEAD' }),
        })
        .end(body),
    (error) => response.destroy(error),
  );
  return true;
}

const renderMetrics = async ({ render, contentType: type }: HealthDeps['metrics']): Promise<HealthAnswer> => ({
  status: 200,
  type,
  body: await render(),
});

const WRONG_METHOD: HealthAnswer = {
  status: apiErrors.method_not_allowed,
  type: JSON_TYPE,
  body: JSON.stringify({
    error: { code: 'method_not_allowed', message: 'Only GET and HEAD are supported here.' },
  } satisfies ApiError),
};
