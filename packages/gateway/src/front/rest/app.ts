import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { Catalog, CatalogTool } from '../../catalog/catalog.ts';
import type { UpstreamServer } from '../../upstream/server.ts';
import { fail, notFound } from './answers.ts';
import { toCoverageReport, toServer } from './server-view.ts';
import { suggest } from './suggest.ts';
import { matches, parseToolQuery } from './tool-query.ts';
import { toTool, toToolDetail } from './tool-view.ts';

/** What the API reads and does, looked up anew for every request: servers and catalog change while the gateway runs. */
export interface RestDeps {
  readonly servers: () => readonly UpstreamServer[];
  readonly catalog: () => Catalog;
  readonly restart: (name: string) => Promise<void>;
  /** Why the config as it is now is not in use. */
  readonly configProblem?: () => string | undefined;
  /** A bug of ours. The caller gets the incident, the log the rest. */
  readonly onBug: (incident: string, error: unknown) => void;
  /** How long `POST …/restart` waits for the server before it answers 202. */
  readonly restartWaitMs?: number;
}

/** A server that needs longer goes on in the background; the caller sees its state and can look again. */
const RESTART_WAIT_MS = 10_000;

/**
 * The REST API. Whoever serves it has let the request pass the guard.
 *
 * @example
 * const app = createRestApp({ servers, catalog, restart, onBug });
 * await (await app.request('/api/v1/servers')).json() // { servers: […], total: 3 }
 */
export function createRestApp(deps: RestDeps): Hono {
  const app = new Hono().basePath('/api/v1');
  app.use(async (context, next) => {
    await next();
    context.header('cache-control', 'no-store');
    context.header('x-content-type-options', 'nosniff');
  });
  app.onError((error, context) => {
    const incident = randomUUID();
    deps.onBug(incident, error);
    return fail(context, 'internal', `Something went wrong here. The log has more under ${incident}.`);
  });
  app.notFound((context) => notFound(context, `There is nothing at ${context.req.path}.`, []));

  app.get('/servers', (context) => {
    const servers = deps.servers().map((server) => toServer(server, deps.catalog()));
    const problem = deps.configProblem?.();
    return context.json({ servers, total: servers.length, ...(problem !== undefined && { config_problem: problem }) });
  });
  app.get('/servers/:name', (context) => {
    const found = findServer(deps, context.req.param('name'));
    return found.kind === 'none'
      ? notFound(context, found.message, found.suggestions)
      : context.json(toServer(found.server, deps.catalog()));
  });
  app.post('/servers/:name/restart', (context) => restart(context, context.req.param('name'), deps));
  app.get('/tools', (context) => listTools(context, deps));
  app.get('/tools/:exposed', async (context) => {
    const exposed = context.req.param('exposed');
    const { toolsByName } = deps.catalog();
    const tool = toolsByName.get(exposed);
    return tool === undefined
      ? notFound(context, `There is no tool '${exposed}'.`, suggest(exposed, toolsByName.keys()))
      : context.json(await toToolDetail(tool));
  });
  app.get('/tools/:server/:tool', (context) =>
    showTool(context, context.req.param('server'), context.req.param('tool'), deps),
  );
  app.get('/annotations/coverage', (context) => context.json(toCoverageReport(deps.servers(), deps.catalog())));

  // What got here has a path of ours and a method that is not.
  const reading = [
    '/servers',
    '/servers/:name',
    '/tools',
    '/tools/:exposed',
    '/tools/:server/:tool',
    '/annotations/coverage',
  ];
  for (const path of reading) app.all(path, (context) => refuseMethod(context, 'GET, HEAD'));
  app.all('/servers/:name/restart', (context) => refuseMethod(context, 'POST'));
  return app;
}

function refuseMethod(context: Context, allow: string): Response {
  context.header('allow', allow);
  return fail(context, 'method_not_allowed', `${context.req.method} is not possible here; ${allow} is.`);
}

type FoundServer =
  | { readonly kind: 'server'; readonly server: UpstreamServer }
  | { readonly kind: 'none'; readonly message: string; readonly suggestions: readonly string[] };

function findServer(deps: RestDeps, name: string): FoundServer {
  const servers = deps.servers();
  const server = servers.find((candidate) => candidate.name === name);
  if (server !== undefined) return { kind: 'server', server };
  const names = servers.map((candidate) => candidate.name);
  return { kind: 'none', message: `There is no server '${name}'.`, suggestions: suggest(name, names) };
}

async function restart(context: Context, name: string, deps: RestDeps): Promise<Response> {
  const found = findServer(deps, name);
  if (found.kind === 'none') return notFound(context, found.message, found.suggestions);
  const { server } = found;
  const { state } = server.status();
  if (state === 'disabled') return fail(context, 'conflict', `Server '${name}' is disabled in the config.`);
  if (state === 'stopped') return fail(context, 'conflict', `Server '${name}' is being stopped.`);
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(resolve, deps.restartWaitMs ?? RESTART_WAIT_MS, 'late');
  try {
    const outcome = await Promise.race([deps.restart(name), late]);
    return context.json(toServer(server, deps.catalog()), outcome === 'late' ? 202 : 200);
  } finally {
    clearTimeout(timer);
  }
}

function listTools(context: Context, deps: RestDeps): Response {
  const query = parseToolQuery(context.req.queries());
  if (!query.ok) {
    const problems = query.error;
    const message = problems.map(({ path, message }) => `${path} ${message}`).join('; ');
    return fail(context, 'bad_request', message, { problems });
  }
  const { server, offset, limit } = query.value;
  const found = server === undefined ? undefined : findServer(deps, server);
  if (found?.kind === 'none') return notFound(context, found.message, found.suggestions);
  const tools = deps.catalog().tools.filter((tool) => matches(query.value, tool));
  return context.json({ tools: tools.slice(offset, offset + limit).map(toTool), total: tools.length });
}

async function showTool(context: Context, server: string, name: string, deps: RestDeps): Promise<Response> {
  const found = findServer(deps, server);
  if (found.kind === 'none') return notFound(context, found.message, found.suggestions);
  const tools = deps.catalog().tools.filter((tool) => tool.server === server);
  // Its own name first; the one that clients use works too, since some own names fit into no path.
  const tool =
    tools.find(({ definition }) => definition.name === name) ?? tools.find(({ exposed }) => exposed === name);
  return tool === undefined
    ? notFound(context, `Server '${server}' has no tool '${name}'.`, suggest(name, tools.map(ownName)))
    : context.json(await toToolDetail(tool));
}

const ownName = ({ definition }: CatalogTool): string => definition.name;
