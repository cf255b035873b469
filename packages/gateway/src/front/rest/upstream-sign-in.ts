import {
  serverSchema,
  signInCompletionSchema,
  upstreamSignInSchema,
  upstreamSignOutSchema,
} from '@toolmark/api-contract';
import { notFound } from './answers.ts';
import type { RestContext, RestDeps } from './deps.ts';
import { findServer } from './find.ts';
import { readJsonBody, refuseBody } from './json-body.ts';
import { refuseSignIn } from './refusals.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';
import { toServer } from './server-view.ts';

const NAME = { name: 'The name of a server in the config.' };

export const UPSTREAM_SIGN_IN_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'post',
    path: '/servers/{name}/sign-in',
    id: 'beginSignIn',
    tag: 'servers',
    summary: 'Starts a sign-in to a server',
    description:
      'The answer has an address to open in a browser. A browser on the same machine returns to the gateway by itself; otherwise send its final address to sign-in/complete. The result is in auth.attempt of the server, and announced by servers.changed.',
    pathParameters: NAME,
    query: NO_QUERY,
    answers: { 200: { description: 'The address to open once.', schema: upstreamSignInSchema } },
    errors: ['not_found', 'conflict', 'unavailable'],
    handle: (context, deps) =>
      withServer(context, deps, async (name) => {
        const started = await deps.signIns.begin(name);
        if (!started.ok) return refuseSignIn(context, started.error);
        const { id, url, expiresAt, redirectUrl } = started.value;
        return context.json({ id, url, expires_at: new Date(expiresAt).toISOString(), redirect_url: redirectUrl });
      }),
  }),
  defineRoute({
    method: 'post',
    path: '/servers/{name}/sign-in/complete',
    id: 'completeSignIn',
    tag: 'servers',
    summary: 'Completes a sign-in with the final address of the browser',
    description:
      'For browsers that cannot reach the gateway. A code alone is enough if the issuer does not identify itself in its answers.',
    pathParameters: NAME,
    query: NO_QUERY,
    body: signInCompletionSchema,
    answers: { 200: { description: 'Signed in; the server is connecting.', schema: serverSchema } },
    errors: ['not_found', 'conflict', 'too_large', 'unsupported_media_type', 'unavailable'],
    handle: (context, deps) =>
      withServer(context, deps, async (name) => {
        const body = await readJsonBody(context, signInCompletionSchema, deps.limits);
        if (!body.ok) return refuseBody(context, body.error);
        const done = await deps.signIns.completePasted(name, body.value.address);
        if (!done.ok) return refuseSignIn(context, done.error);
        const found = findServer(deps, name);
        return found.kind === 'none'
          ? notFound(context, found.message, found.suggestions)
          : context.json(toServer(found.server, deps.catalog()));
      }),
  }),
  defineRoute({
    method: 'delete',
    path: '/servers/{name}/sign-in',
    id: 'signOutOfServer',
    tag: 'servers',
    summary: 'Signs out of a server',
    description: 'The tokens are deleted, and revoked if the issuer supports that.',
    pathParameters: NAME,
    query: NO_QUERY,
    answers: { 200: { description: 'The sign-in has ended.', schema: upstreamSignOutSchema } },
    errors: ['not_found', 'conflict'],
    handle: (context, deps) =>
      withServer(context, deps, async (name) => {
        const ended = await deps.signIns.end(name);
        if (!ended.ok) return refuseSignIn(context, ended.error);
        return context.json({ was_signed_in: ended.value.wasSignedIn, revoked: ended.value.revoked });
      }),
  }),
];

async function withServer(
  context: RestContext,
  deps: RestDeps,
  answer: (name: string) => Promise<Response>,
): Promise<Response> {
  const found = findServer(deps, context.req.param('name') ?? '');
  return found.kind === 'none' ? notFound(context, found.message, found.suggestions) : await answer(found.server.name);
}
