import { mapTexts, parseJson } from '@toolmark/base';
import type { MiddlewareHandler } from 'hono';
import type { RestBindings, RestDeps } from './deps.ts';

/** What servers say of themselves and their tools: names, versions, descriptions, schemas. */
const OF_SERVERS = /^\/api\/v1\/(?:servers|tools|search|reviews?|annotations)(?:[/?]|$)/;

/**
 * Blots out secrets of the config in what servers say of themselves. Clients get definitions as they are; this is for people and for
 * whoever collects what the API says.
 */
export function blotKnown({ known }: Pick<RestDeps, 'known'>): MiddlewareHandler<{ Bindings: RestBindings }> {
  return async (context, next) => {
    await next();
    if (known === undefined || context.req.method !== 'GET' || !OF_SERVERS.test(context.req.path)) return;
    const { res } = context;
    if (!/^application\/json\b/.test(res.headers.get('content-type') ?? '')) return;
    const text = await res.clone().text();
    if (!known.isIn(text)) return;
    const shown = mapTexts(parseJson(text), (each) => known.redact(each).text);
    const headers = new Headers(res.headers);
    headers.delete('content-length');
    context.res = undefined;
    context.res = new Response(JSON.stringify(shown), { status: res.status, headers });
  };
}
