import { instrument, type Middleware } from '@toolmark/kit';
import type { HttpGuard, HttpRoute } from '@toolmark/kit/serve';
import { createMetrics, type ServerMetrics } from './create-metrics.ts';
import { createReadiness, type ReadinessOptions } from './create-readiness.ts';

/** Health endpoints and metrics of one running server. */
export interface Telemetry extends Pick<ServerMetrics, 'onRequest' | 'onTokenCheck'> {
  /** Around every call of a tool. */
  readonly use: Middleware;
  readonly guard: HttpGuard;
  readonly routes: Readonly<Record<string, HttpRoute>>;
}

export interface TelemetryOptions extends ReadinessOptions {
  /** The authentication mode. */
  readonly mode: 'basic' | 'oauth';
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;

/**
 * The endpoints `/health/live`, `/health/ready` and `/metrics`, with their counters.
 *
 * @example
 * const telemetry = createTelemetry({ url: account.url, mode: 'basic' });
 * await serveHttp(factory, { port, maxBodyBytes, guards: [telemetry.guard], routes: telemetry.routes });
 */
export function createTelemetry({ mode, ...options }: TelemetryOptions): Telemetry {
  const readiness = createReadiness(options);
  const metrics = createMetrics(readiness.check);
  const json = (status: number, body: object): Answer => ({
    status,
    type: 'application/json',
    body: JSON.stringify(body),
  });
  const ready = async (): Promise<Answer> => {
    const { isReady, nextcloud } = await readiness.check();
    return json(isReady ? 200 : 503, { status: isReady ? 'ready' : 'not_ready', checks: { nextcloud } });
  };
  return {
    use: instrument(metrics.calls),
    guard: metrics.countHttp,
    onRequest: metrics.onRequest,
    onTokenCheck: metrics.onTokenCheck,
    routes: {
      '/health/live': answerWith(() => json(200, { status: 'alive', mode })),
      '/health/ready': answerWith(ready),
      '/metrics': answerWith(async ({ headers }) =>
        // Behind a proxy too, only clients on this machine get metrics.
        LOCAL.test(headers.host ?? '')
          ? { status: 200, type: metrics.contentType, body: await metrics.render() }
          : json(403, { error: { code: 'forbidden', message: 'Metrics are for this machine only.' } }),
      ),
    },
  };
}

const answerWith =
  (toAnswer: (request: Parameters<HttpRoute>[0]) => Answer | Promise<Answer>): HttpRoute =>
  async (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const { status, type, body } = isRead ? await toAnswer(request) : WRONG_METHOD;
    response
      .writeHead(status, {
        'content-type': type,
        'content-length': Buffer.byteLength(body),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        ...(isRead ? {} : { allow: 'GET, HEAD' }),
      })
      .end(body);
  };

const WRONG_METHOD: Answer = {
  status: 405,
  type: 'application/json',
  body: JSON.stringify({
    error: { code: 'method_not_allowed', message: 'Only GET and HEAD are possible here.' },
  }),
};
