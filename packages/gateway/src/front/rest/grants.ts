import { ok } from '@toolmark/annotations';
import { grantListSchema, grantSchema } from '@toolmark/api-contract';
import { fail, notFound } from './answers.ts';
import { offsetParameter, wholeNumber } from './parameters.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';

export const GRANT_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/grants',
    id: 'listGrants',
    tag: 'approvals',
    summary: 'Approvals for more than one call',
    query: {
      limit: wholeNumber('Maximum number of entries; all by default.', { min: 1, max: 1_000, defaultValue: undefined }),
      offset: offsetParameter(),
    },
    answers: { 200: { description: 'One page, and the total number.', schema: grantListSchema } },
    errors: [],
    handle: (context, deps, { limit, offset }) => {
      const all = deps.approvals.grants();
      const grants = all.slice(offset, limit === undefined ? undefined : offset + limit);
      return context.json({ grants, total: all.length });
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/grants/{id}',
    id: 'revokeGrant',
    tag: 'approvals',
    summary: 'Revokes a grant: the next such call needs approval again',
    pathParameters: { id: 'The id of a grant.' },
    query: NO_QUERY,
    answers: { 200: { description: 'The revoked grant.', schema: grantSchema } },
    errors: ['not_found', 'unavailable'],
    handle: async (context, deps) => {
      const id = context.req.param('id') ?? '';
      const grant = deps.approvals.grants().find((candidate) => candidate.id === id);
      const revoked = grant === undefined ? ok(false) : await deps.approvals.revoke(id);
      if (!revoked.ok) return fail(context, 'unavailable', revoked.error);
      return grant !== undefined && revoked.value
        ? context.json(grant)
        : notFound(context, `There is no grant '${id}'; it may have been revoked, or its session may be over.`);
    },
  }),
];
