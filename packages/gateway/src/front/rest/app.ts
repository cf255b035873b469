import { Hono } from 'hono';
import { fail, notFound } from './answers.ts';
import { APPROVAL_ROUTES } from './approvals.ts';
import { MAKE_CALL_ROUTES } from './call-routes.ts';
import { CONFIG_ROUTES } from './config.ts';
import { CONNECTION_ROUTES } from './connection.ts';
import { CURATION_ROUTES } from './curations.ts';
import { DEMO_ROUTES } from './demo.ts';
import type { RestBindings, RestContext, RestDeps } from './deps.ts';
import { EVENT_ROUTES } from './events.ts';
import { explainFailure } from './explain-failure.ts';
import { EXPORT_ROUTES } from './export.ts';
import { GRANT_ROUTES } from './grants.ts';
import { IMPORT_ROUTES } from './import.ts';
import { openApiRoutes } from './openapi.ts';
import { OVERRIDE_ROUTES } from './overrides.ts';
import { ownerOf } from './owner-of.ts';
import { PASSKEY_ROUTES } from './passkeys.ts';
import { POLICY_ROUTES } from './policy.ts';
import { PROFILE_ROUTES } from './profiles.ts';
import { redactKnownSecrets } from './redact-known-secrets.ts';
import { REGISTRY_ROUTES } from './registry.ts';
import { REVIEW_ROUTES } from './reviews.ts';
import type { Route } from './route.ts';
import { SEARCH_ROUTES } from './search.ts';
import { SECRET_ROUTES } from './secrets.ts';
import { SERVER_ENTRY_ROUTES } from './server-entries.ts';
import { SERVER_ROUTES } from './servers.ts';
import { SESSION_ROUTES } from './sessions.ts';
import { SIGN_IN_ROUTES } from './sign-in.ts';
import { STANDING_ROUTES } from './standings.ts';
import { STATS_ROUTES } from './stats.ts';
import { STATUS_ROUTES } from './status.ts';
import { TOKEN_ROUTES } from './tokens.ts';
import { TOOL_CALL_ROUTES } from './tool-calls.ts';
import { TOOL_ROUTES } from './tools.ts';
import { UPSTREAM_SIGN_IN_ROUTES } from './upstream-sign-in.ts';
import { USAGE_ROUTES } from './usage.ts';

/** All routes. A fixed path comes before one whose variable part would match it too. */
const RESOURCES: readonly Route[] = [
  ...SERVER_ROUTES,
  ...SERVER_ENTRY_ROUTES,
  ...REVIEW_ROUTES,
  ...UPSTREAM_SIGN_IN_ROUTES,
  ...CONFIG_ROUTES,
  ...IMPORT_ROUTES,
  ...REGISTRY_ROUTES,
  ...CONNECTION_ROUTES,
  ...USAGE_ROUTES,
  ...TOOL_ROUTES,
  ...SEARCH_ROUTES,
  ...SESSION_ROUTES,
  ...EXPORT_ROUTES,
  ...TOOL_CALL_ROUTES,
  ...MAKE_CALL_ROUTES,
  ...APPROVAL_ROUTES,
  ...GRANT_ROUTES,
  ...OVERRIDE_ROUTES,
  ...CURATION_ROUTES,
  ...STANDING_ROUTES,
  ...POLICY_ROUTES,
  ...TOKEN_ROUTES,
  ...SECRET_ROUTES,
  ...PASSKEY_ROUTES,
  ...PROFILE_ROUTES,
  ...STATS_ROUTES,
  ...STATUS_ROUTES,
  ...DEMO_ROUTES,
  ...EVENT_ROUTES,
  ...SIGN_IN_ROUTES,
];

export const ROUTES: readonly Route[] = [...RESOURCES, ...openApiRoutes(RESOURCES)];

/**
 * The REST API. The caller has already checked the request with the guard, and passes the principal and credential.
 *
 * @example
 * const app = createRestApp(deps);
 * await (await app.request('/api/v1/servers', {}, { principal: 'local', credential })).json() // { servers: […], total: 3 }
 */
export function createRestApp(deps: RestDeps): Hono<{ Bindings: RestBindings }> {
  const app = new Hono<{ Bindings: RestBindings }>().basePath('/api/v1');
  app.use(async (context, next) => {
    await next();
    if (!context.res.headers.has('cache-control')) context.header('cache-control', 'no-store');
    context.header('x-content-type-options', 'nosniff');
  });
  app.use(redactKnownSecrets(deps));
  app.onError((error, context) => {
    const { code, message } = explainFailure(error, deps);
    return fail(context, code, message);
  });
  app.notFound((context) => notFound(context, `There is nothing at ${context.req.path}.`));

  for (const { method, path, isPublic, handle } of ROUTES) {
    app.on(method, toPattern(path), (context) => {
      // The guard has checked this already; check again so that one mistake there does not open a route.
      if (isPublic !== true) ownerOf(context);
      return handle(context, deps);
    });
  }
  // Remaining requests have a known path but an unsupported method.
  for (const [path, routes] of Map.groupBy(ROUTES, (route) => route.path)) {
    const allow = routes.map(({ method }) => (method === 'get' ? 'GET, HEAD' : method.toUpperCase())).join(', ');
    app.all(toPattern(path), (context) => refuseMethod(context, allow));
  }
  return app;
}

/** `/servers/{name}` in the syntax of the router. */
const toPattern = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

function refuseMethod(context: RestContext, allow: string): Response {
  context.header('allow', allow);
  return fail(context, 'method_not_allowed', `${context.req.method} is not supported here; use ${allow}.`);
}
