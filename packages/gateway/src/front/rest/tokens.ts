import type { ApiErrorCode } from '@toolmark/api-contract';
import {
  namedTokenSchema,
  newTokenRequestSchema,
  newTokenSchema,
  retiredTokenSchema,
  tokenListSchema,
} from '@toolmark/api-contract';
import type { TokenProblem } from '../tokens/registry.ts';
import { fail, notFound } from './answers.ts';
import type { RestContext } from './deps.ts';
import { readJsonBody, refuseBody } from './json-body.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';

/** Tokens for clients and scripts. Clients cannot reach these routes with theirs. */
export const TOKEN_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/tokens',
    id: 'listTokens',
    tag: 'access',
    summary: 'The named tokens, without the tokens themselves',
    query: NO_QUERY,
    answers: { 200: { description: 'Those that were revoked or have expired among them.', schema: tokenListSchema } },
    errors: [],
    handle: (context, { tokens }) => {
      const list = tokens.list();
      return context.json({ tokens: list, total: list.length });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/tokens',
    id: 'createToken',
    tag: 'access',
    summary: 'Makes a named token',
    description: 'The token is in this answer and is never shown again: only a hash of it is kept.',
    query: NO_QUERY,
    body: newTokenRequestSchema,
    answers: { 201: { description: 'The token, and what it is for.', schema: newTokenSchema } },
    errors: ['conflict', 'too_large', 'unsupported_media_type', 'unavailable'],
    handle: async (context, { tokens, limits }) => {
      const body = await readJsonBody(context, newTokenRequestSchema, limits);
      if (!body.ok) return refuseBody(context, body.error);
      const made = await tokens.create(body.value);
      if (!made.ok) return refuseToken(context, made.error);
      context.header('cache-control', 'no-store');
      return context.json(made.value, 201);
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/tokens/{id}',
    id: 'revokeToken',
    tag: 'access',
    summary: 'Revokes a token for good, and ends what it has opened',
    description: 'Its entry stays, and its name stays taken.',
    pathParameters: { id: 'Of a token; its name works too.' },
    query: NO_QUERY,
    answers: { 200: { description: 'The token, which lets nobody in any more.', schema: namedTokenSchema } },
    errors: ['not_found', 'unavailable'],
    handle: async (context, { tokens }) => {
      const id = context.req.param('id') ?? '';
      const revoked = await tokens.revoke(id);
      if (!revoked.ok) return refuseToken(context, revoked.error);
      return revoked.value === undefined
        ? notFound(context, `There is no token '${id}'.`)
        : context.json(revoked.value);
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/shared-token',
    id: 'retireSharedToken',
    tag: 'access',
    summary: 'Removes the token of earlier versions that all clients shared',
    description:
      'Clients that still send it are refused from then on. `toolmark connect --replace-token` gives each of them one of its own first.',
    query: NO_QUERY,
    answers: { 200: { description: 'It lets nobody in, whether there was one or not.', schema: retiredTokenSchema } },
    errors: ['unavailable'],
    handle: async (context, { sharedToken }) => {
      const file = sharedToken.file() ?? null;
      const retired = await sharedToken.retire();
      return retired.ok ? context.json({ removed: file }) : fail(context, 'unavailable', retired.error);
    },
  }),
];

const CODES: Readonly<Record<TokenProblem['kind'], ApiErrorCode>> = Object.freeze({
  invalid: 'bad_request',
  conflict: 'conflict',
  unwritable: 'unavailable',
});

const refuseToken = (context: RestContext, { kind, message }: TokenProblem): Response =>
  fail(context, CODES[kind], message);
