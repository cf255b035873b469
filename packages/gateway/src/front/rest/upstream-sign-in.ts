import {
  type ApiErrorCode,
  serverSchema,
  signInCompletionSchema,
  upstreamSignInSchema,
  upstreamSignOutSchema,
} from '@toolmark/api-contract';
import type { SignInProblem } from '@toolmark/upstream';
import { fail, notFound } from './answers.ts';
import type { RestContext, RestDeps } from './deps.ts';
import { findServer } from './find.ts';
import { readJsonBody, refuseBody } from './json-body.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';
import { toServer } from './server-view.ts';

const NAME = { name: 'A server, as the config names it.' };

export const UPSTREAM_SIGN_IN_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'post',
    path: '/servers/{name}/sign-in',
    id: 'beginSignIn',
    tag: 'servers',
    summary: 'Begins to sign in to a server',
    description:
      'The answer has an address for a browser. The browser comes back to the gateway by itself where it runs on the same machine; else its last address is sent to sign-in/complete. What came of it is in auth.attempt of the server, and told by servers.changed.',
    pathParameters: NAME,
    query: NO_QUERY,
    answers: { 200: { description: 'What a person has to open, once.', schema: upstreamSignInSchema } },
    errors: ['not_found', 'conflict', 'unavailable'],
    handle: (context, deps) =>
      withServer(context, deps, async (name) => {
        const begun = await deps.signIns.begin(name);
        if (!begun.ok) return refuse(context, begun.error);
        const { id, url, expiresAt, redirectUrl } = begun.value;
        return context.json({ id, url, expires_at: new Date(expiresAt).toISOString(), redirect_url: redirectUrl });
      }),
  }),
  defineRoute({
    method: 'post',
    path: '/servers/{name}/sign-in/complete',
    id: 'completeSignIn',
    tag: 'servers',
    summary: 'Completes a sign-in with the address at which the browser ended up',
    description:
      'For browsers that cannot reach the gateway. A code alone does where the server does not say whom its answers are from.',
    pathParameters: NAME,
    query: NO_QUERY,
    body: signInCompletionSchema,
    answers: { 200: { description: 'Signed in; the server is being connected.', schema: serverSchema } },
    errors: ['not_found', 'conflict', 'too_large', 'unsupported_media_type', 'unavailable'],
    handle: (context, deps) =>
      withServer(context, deps, async (name) => {
        const body = await readJsonBody(context, signInCompletionSchema, deps.limits);
        if (!body.ok) return refuseBody(context, body.error);
        const done = await deps.signIns.completePasted(name, body.value.address);
        if (!done.ok) return refuse(context, done.error);
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
    description: 'The tokens are forgotten, and taken back by who made them where that is offered.',
    pathParameters: NAME,
    query: NO_QUERY,
    answers: { 200: { description: 'Nobody is signed in any more.', schema: upstreamSignOutSchema } },
    errors: ['not_found', 'conflict'],
    handle: (context, deps) =>
      withServer(context, deps, async (name) => {
        const ended = await deps.signIns.end(name);
        if (!ended.ok) return refuse(context, ended.error);
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

const CODES = {
  needless: 'conflict',
  wrong: 'bad_request',
  refused: 'conflict',
  broken: 'conflict',
  unreachable: 'unavailable',
} as const satisfies Record<SignInProblem['kind'], ApiErrorCode>;

const refuse = (context: RestContext, { kind, message }: SignInProblem): Response =>
  fail(context, CODES[kind], message);
