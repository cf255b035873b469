import type { CallSink } from '@toolmark/kit';
import type { HttpGuard } from '@toolmark/kit/serve';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { RequestEvent } from '../http/create-nextcloud.ts';
import type { Readiness } from './create-readiness.ts';

/** Counts of this process, for Prometheus. No label holds a user name, a path or a content. */
export interface ServerMetrics {
  /** For `instrument` of the kit. */
  readonly calls: CallSink;
  /** For `createNextcloud`. */
  readonly onRequest: (event: RequestEvent) => void;
  /** For `createOAuth`. */
  readonly onTokenCheck: (result: 'valid' | 'invalid' | 'error') => void;
  /** Counts every request and lets it pass. */
  readonly countHttp: HttpGuard;
  readonly contentType: string;
  readonly render: () => Promise<string>;
}

/** Other paths are counted as `other`, to limit the number of series. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'DELETE', 'HEAD', 'OPTIONS']);
const APPS: ReadonlySet<string> = new Set([
  ...['notes', 'files', 'files_sharing', 'calendars', 'addressbooks', 'principals', 'dav', 'systemtags'],
  ...['deck', 'tables', 'cookbook', 'news', 'ocs', 'status.php', 'remote.php', 'index.php'],
]);

/**
 * Metrics with the names of the reference server.
 *
 * @example
 * const metrics = createMetrics(readiness.check);
 * const kit = createKit(server, { use: [instrument(metrics.calls)] });
 */
export function createMetrics(checkReadiness: () => Promise<Readiness>): ServerMetrics {
  const registry = new Registry();
  const registers = [registry];
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = (name: string, help: string, ...labelNames: string[]) =>
    new Histogram({ name, help, labelNames, registers });

  const httpRequests = counter('mcp_http_requests_total', 'HTTP requests.', 'method', 'endpoint', 'status_code');
  const httpDuration = histogram(
    'mcp_http_request_duration_seconds',
    'Duration of HTTP requests.',
    'method',
    'endpoint',
  );
  const httpInProgress = new Gauge({
    name: 'mcp_http_requests_in_progress',
    help: 'HTTP requests under way.',
    labelNames: ['method', 'endpoint'],
    registers,
  });
  const toolCalls = counter('mcp_tool_calls_total', 'Calls of tools.', 'tool_name', 'status');
  const toolDuration = histogram('mcp_tool_duration_seconds', 'Duration of calls.', 'tool_name');
  const toolErrors = counter('mcp_tool_errors_total', 'Calls that failed, by code.', 'tool_name', 'error_type');
  const apiRequests = counter(
    'mcp_nextcloud_api_requests_total',
    'Requests to Nextcloud.',
    'app',
    'method',
    'status_code',
  );
  const apiDuration = histogram(
    'mcp_nextcloud_api_duration_seconds',
    'Duration of requests to Nextcloud.',
    'app',
    'method',
  );
  const apiRetries = counter(
    'mcp_nextcloud_api_retries_total',
    'Requests to Nextcloud that were sent again.',
    'app',
    'reason',
  );
  const tokenChecks = counter('mcp_oauth_token_validations_total', 'Access tokens that were checked.', 'result');
  const checkDuration = new Gauge({
    name: 'mcp_dependency_check_duration_seconds',
    help: 'Duration of the last check.',
    labelNames: ['dependency'],
    registers,
  });
  new Gauge({
    name: 'mcp_dependency_health',
    help: 'Whether Nextcloud can be used: 1 yes, 0 no.',
    labelNames: ['dependency'],
    registers,
    async collect() {
      const { isReady, durationMs } = await checkReadiness();
      this.set({ dependency: 'nextcloud' }, isReady ? 1 : 0);
      checkDuration.set({ dependency: 'nextcloud' }, durationMs / 1000);
    },
  });

  return {
    calls: {
      record: ({ tool: tool_name, durationMs, outcome: status, errorCode }) => {
        toolCalls.inc({ tool_name, status });
        toolDuration.observe({ tool_name }, durationMs / 1000);
        if (errorCode !== undefined) toolErrors.inc({ tool_name, error_type: errorCode });
      },
    },
    onRequest: ({ app: named, method, status, durationMs, retryAfter }) => {
      const app = APPS.has(named) ? named : 'other';
      apiRequests.inc({ app, method, status_code: status ?? 'none' });
      apiDuration.observe({ app, method }, durationMs / 1000);
      if (retryAfter !== undefined) apiRetries.inc({ app, reason: retryAfter });
    },
    onTokenCheck: (result) => tokenChecks.inc({ result }),
    countHttp: (request, response) => {
      const endpoint = request.url?.split('?', 1)[0] === '/mcp' ? '/mcp' : 'other';
      const method = METHODS.has(request.method ?? '') ? (request.method ?? '') : 'other';
      const began = performance.now();
      httpInProgress.inc({ method, endpoint });
      response.once('close', () => {
        httpInProgress.dec({ method, endpoint });
        httpRequests.inc({ method, endpoint, status_code: response.statusCode });
        httpDuration.observe({ method, endpoint }, (performance.now() - began) / 1000);
      });
      return true;
    },
    contentType: registry.contentType,
    render: () => registry.metrics(),
  };
}
