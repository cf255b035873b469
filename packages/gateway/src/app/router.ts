import { toMessage } from '@toolmark/annotations';
import type { Log } from '@toolmark/base';
import type { Limits, PolicyConfig } from '@toolmark/config';
import type { KnownSecrets } from '@toolmark/reach';
import { isCallback, serveCallback } from '@toolmark/upstream';
import type { Recorder } from '../calls/record/recorder.ts';
import { createCallTool } from '../core/call-tool.ts';
import type { EventHub } from '../front/events/event-hub.ts';

import { admit, type Guard } from '../front/guard/guard.ts';
import type { SignIn } from '../front/guard/sign-in.ts';
import { serveHealth } from '../front/health/health.ts';
import type { Metrics } from '../front/health/metrics.ts';
import type { Handler } from '../front/http-server.ts';
import type { Doors } from '../front/mcp/doors.ts';
import type { McpFront } from '../front/mcp/front.ts';
import { refuse } from '../front/mcp/http-reply.ts';
import type { RestDeps } from '../front/rest/deps.ts';
import { createRestListener } from '../front/rest/listener.ts';
import { createPolicyAnswers } from '../front/rest/policy-answers.ts';
import type { SetUp } from '../front/rest/set-up.ts';
import type { ServePage } from '../front/web/serve-page.ts';
import { findForPerson } from '../search/searching.ts';
import type { Engine } from './engine.ts';

export interface RouterDeps {
  /** The one that counts now: who may call can change while running. */
  readonly guard: () => Guard;
  /** Likewise the addresses of MCP. */
  readonly doors: () => Doors;
  readonly signIn: SignIn;
  readonly mcp: McpFront;
  /** Answers what nobody else does. */
  readonly servePage: ServePage;
  readonly engine: Engine;
  readonly metrics: Metrics;
  readonly isDraining: () => boolean;
  readonly prove: (challenge: string) => string;
  /** Why the config as it is now is not in use. */
  readonly configProblem: () => string | undefined;
  readonly recorder: Recorder;
  /** Secrets of the config. */
  readonly known: KnownSecrets;
  /** The one in use. */
  readonly policy: () => PolicyConfig;
  readonly replayPolicy: RestDeps['replayPolicy'];
  readonly demo: RestDeps['demo'];
  readonly tokens: RestDeps['tokens'];
  readonly passkeys: RestDeps['passkeys'];
  readonly localhostUrl: string | undefined;
  readonly sharedToken: RestDeps['sharedToken'];
  readonly profiles: RestDeps['profiles'];
  readonly setUp: SetUp;
  readonly events: EventHub;
  readonly limits: Limits;
  readonly startedAt: number;
  readonly configFile: string;
  readonly version: string;
  readonly log: Log;
}

const NO_DOOR = 'There is no MCP endpoint at this address. Look at the profiles with: toolmark profiles';

/** Who answers which path. The guard comes first for all of them. */
export function createRouter(deps: RouterDeps): Handler {
  const { guard, mcp, engine, metrics, isDraining, prove, log } = deps;
  const { upstreams, catalog, acting } = engine;
  const { approvals, overrides, standings, trustOf } = acting;
  const health = { servers: upstreams.all, isDraining, metrics, prove };
  const rest = createRestListener({
    ...deps,
    ...deps.setUp,
    ...{ approvals, overrides, standings, trustOf },
    ...createPolicyAnswers(acting, { servers: upstreams.all, catalog }),
    servers: upstreams.all,
    signIns: engine.signIns,
    catalog,
    search: (question, principal) => findForPerson(engine.searching, question, principal),
    callTool: createCallTool(engine.core),
    now: Date.now,
    restart: async (name) => upstreams.get(name)?.restart(),
    ended: upstreams.ended,
    onBug: (incident, error) =>
      log.error({ incident, error: toMessage(error), stack: error instanceof Error ? error.stack : undefined }, 'bug'),
  });
  return (request, response) => {
    const admitted = admit(guard(), request, response);
    if (admitted === undefined) return;
    const { url = '' } = request;
    const [path = ''] = url === '/mcp' ? [url] : url.split('?', 1);
    if (path === '/mcp' || path.startsWith('/mcp/')) {
      const { credential } = admitted;
      const entrance = credential.kind === 'client' ? deps.doors().open(path, credential.grant) : undefined;
      if (entrance !== undefined) return mcp.handle(request, response, entrance);
      return refuse(response, 'noSuchEndpoint', NO_DOOR);
    }
    if (path.startsWith('/api/')) return void rest(request, response, admitted);
    if (isCallback(path)) return serveCallback(request, response, engine.signIns);
    if (serveHealth(request, response, path, health)) return;
    deps.servePage(request, response, path);
  };
}
