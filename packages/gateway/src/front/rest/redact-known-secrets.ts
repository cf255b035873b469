import { mapTexts, parseJson } from '@toolmark/base';
import type { MiddlewareHandler } from 'hono';
import type { RestBindings, RestDeps } from './deps.ts';

/** Routes with data reported by servers: names, versions, descriptions, schemas. */
const OF_SERVERS = /^\/api\/v1\/(?:servers|tools|search|reviews?|annotations)(?:[/?]|$)/;

/**
 * Redacts secrets of the config in data that servers report about themselves. Clients of MCP get definitions unchanged;
 * this is for people and for programs that store API answers.
 */
export function redactKnownSecrets({
  knownSecrets,
}: Pick<RestDeps, 'knownSecrets'>): MiddlewareHandler<{ Bindings: RestBindings }> {
  return async (context, next) => {
    await next();
    if (knownSecrets === undefined || context.req.method !== 'GET' || !OF_SERVERS.test(context.req.path)) return;
    const { res } = context;
    if (!/^application\/json\b/.test(res.headers.get('content-type') ?? '')) return;
    const text = await res.clone().text();
    if (!knownSecrets.isIn(text)) return;
    const redacted = mapTexts(parseJson(text), (each) => knownSecrets.redact(each).text);
    const headers = new Headers(res.headers);
    headers.delete('content-length');
    context.res = undefined;
    context.res = new Response(JSON.stringify(redacted), { status: res.status, headers });
  };
}
