import type { IncomingMessage, ServerResponse } from 'node:http';
import { toMessage } from '@toolmark/annotations';
import type { Limits } from './config/config.ts';
import type { PolicyConfig } from './config/policy-config.ts';
import { createCallTool } from './core/call-tool.ts';
import type { Engine } from './engine.ts';
import type { EventHub } from './front/events/event-hub.ts';
import { admit } from './front/guard/admit.ts';
import type { Guard } from './front/guard/guard.ts';
import { serveHealth } from './front/health/health.ts';
import type { Metrics } from './front/health/metrics.ts';
import type { McpFront } from './front/mcp/front.ts';
import type { RestDeps } from './front/rest/deps.ts';
import { createRestListener } from './front/rest/listener.ts';
import type { Handler } from './http-server.ts';
import type { Log } from './log.ts';
import { createPolicyAnswers } from './policy-answers.ts';
import type { Recorder } from './record/recorder.ts';

export interface RouterDeps {
  /** The one that counts now: who may call can change while running. */
  readonly guard: () => Guard;
  readonly mcp: McpFront;
  readonly engine: Engine;
  readonly metrics: Metrics;
  readonly isDraining: () => boolean;
  readonly prove: (challenge: string) => string;
  /** Why the config as it is now is not in use. */
  readonly configProblem: () => string | undefined;
  readonly recorder: Recorder;
  /** The one in use. */
  readonly policy: () => PolicyConfig;
  readonly replayPolicy: RestDeps['replayPolicy'];
  readonly events: EventHub;
  readonly limits: Limits;
  readonly startedAt: number;
  readonly configFile: string;
  readonly version: string;
  readonly log: Log;
}

/** Who answers which path. The guard comes first for all of them. */
export function createRouter(deps: RouterDeps): Handler {
  const { guard, mcp, engine, metrics, isDraining, prove, version, log } = deps;
  const { upstreams, catalog, acting } = engine;
  const { approvals, overrides, standings, trustOf } = acting;
  const health = { servers: upstreams.all, isDraining, renderMetrics: metrics.render, prove };
  const rest = createRestListener({
    ...deps,
    ...{ approvals, overrides, standings, trustOf },
    ...createPolicyAnswers(acting, { servers: upstreams.all, catalog }),
    servers: upstreams.all,
    catalog,
    callTool: createCallTool(engine.core),
    now: Date.now,
    restart: async (name) => upstreams.get(name)?.restart(),
    onBug: (incident, error) =>
      log.error({ incident, error: toMessage(error), stack: error instanceof Error ? error.stack : undefined }, 'bug'),
  });
  return (request, response) => {
    const principal = admit(guard(), request, response);
    if (principal === undefined) return;
    const { url = '' } = request;
    if (url === '/mcp') return mcp.handle(request, response, principal);
    const [path = ''] = url.split('?', 1);
    if (path === '/mcp') return mcp.handle(request, response, principal);
    if (path.startsWith('/api/')) return void rest(request, response, principal);
    if (serveHealth(request, response, path, health)) return;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (path === '/' && !isRead) return serveText(request, response, 405, 'Only GET and HEAD are possible here.\n');
    if (path === '/') return serveText(request, response, 200, welcome(version));
    serveText(request, response, 404, `There is nothing at ${path}. The MCP endpoint is /mcp.\n`);
  };
}

function welcome(version: string): string {
  return `Toolmark ${version}

  /mcp             the MCP endpoint, for clients of every protocol revision
  /api/v1/servers  the servers behind it, and how they are
  /api/v1/tools    their tools, with declared and effective hints
  /api/v1/approvals  calls that wait for a person
  /api/v1/sessions /api/v1/tool-calls  what was called, by whom, under which hints
  /api/v1/openapi.json  everything there is
  /healthz /readyz /metrics
`;
}

function serveText(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}
