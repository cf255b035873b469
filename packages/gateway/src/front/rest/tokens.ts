import {
  namedTokenSchema,
  newTokenRequestSchema,
  newTokenSchema,
  retiredTokenSchema,
  tokenListSchema,
} from '@toolmark/api-contract';
import { fail, notFound } from './answers.ts';
import { readJsonBody, refuseBody } from './json-body.ts';
import { refuseToken } from './refusals.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';

/** Tokens for clients and scripts. Client tokens have no access to these routes. */
export const TOKEN_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/tokens',
    id: 'listTokens',
    tag: 'access',
    summary: 'The named tokens, without the tokens themselves',
    query: NO_QUERY,
    answers: { 200: { description: 'All tokens, including revoked and expired ones.', schema: tokenListSchema } },
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
    summary: 'Creates a named token',
    description: 'The token is only in this answer: the gateway stores only its hash.',
    query: NO_QUERY,
    body: newTokenRequestSchema,
    answers: { 201: { description: 'The token and its settings.', schema: newTokenSchema } },
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
    summary: 'Revokes a token and closes its connections',
    description: 'The entry stays, and its name cannot be reused.',
    pathParameters: { id: 'The id or name of a token.' },
    query: NO_QUERY,
    answers: { 200: { description: 'The revoked token.', schema: namedTokenSchema } },
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
    summary: 'Removes the shared token of earlier versions',
    description:
      'Clients that still use it are rejected afterwards. `toolmark connect --replace-token` gives each client its own token first.',
    query: NO_QUERY,
    answers: { 200: { description: 'The token is removed, if it existed.', schema: retiredTokenSchema } },
    errors: ['unavailable'],
    handle: async (context, { sharedToken }) => {
      const file = sharedToken.file() ?? null;
      const retired = await sharedToken.retire();
      return retired.ok ? context.json({ removed: file }) : fail(context, 'unavailable', retired.error);
    },
  }),
];
