import { isCallback, type SignIns, serveCallback } from '@toolmark/upstream';
import type { Current } from '../model/current.ts';
import { admit, type Guard } from './guard/guard.ts';
import { type HealthDeps, serveHealth } from './health/health.ts';
import type { Handler } from './http-server.ts';
import type { Doors } from './mcp/doors.ts';
import type { McpFront } from './mcp/front.ts';
import { refuse } from './mcp/http-reply.ts';
import type { RestListener } from './rest/listener.ts';
import type { ServePage } from './web/serve-page.ts';

/** The parts that answer requests. */
export interface Routes {
  readonly guard: Current<Guard>;
  readonly doors: Current<Doors>;
  readonly mcp: Pick<McpFront, 'handle'>;
  readonly rest: RestListener;
  /** For browsers that return from signing in to a server. */
  readonly signIns: Pick<SignIns, 'complete'>;
  readonly health: HealthDeps;
  /** Serves all other paths. */
  readonly page: ServePage;
}

const NO_DOOR = 'There is no MCP endpoint at this address. Look at the profiles with: toolmark profiles';

/** Lets each request pass the guard, and gives it to the part that its path belongs to. */
export function createRouter(routes: Routes): Handler {
  const { guard, doors, mcp, rest, signIns, health, page } = routes;
  return (request, response) => {
    const admitted = admit(guard.value, request, response);
    if (admitted === undefined) return;
    const { url = '' } = request;
    const [path = ''] = url === '/mcp' ? [url] : url.split('?', 1);
    if (path === '/mcp' || path.startsWith('/mcp/')) {
      const { credential } = admitted;
      const entrance = credential.kind === 'client' ? doors.value.open(path, credential.grant) : undefined;
      if (entrance !== undefined) return mcp.handle(request, response, entrance);
      return refuse(response, 'noSuchEndpoint', NO_DOOR);
    }
    if (path.startsWith('/api/')) return void rest(request, response, admitted);
    if (isCallback(path)) return serveCallback(request, response, signIns);
    if (serveHealth(request, response, path, health)) return;
    page(request, response, path);
  };
}
