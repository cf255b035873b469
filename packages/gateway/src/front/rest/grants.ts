import { grantListSchema, grantSchema } from '@toolmark/api-contract';
import { notFound } from './answers.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';

export const GRANT_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/grants',
    id: 'listGrants',
    tag: 'approvals',
    summary: 'Approvals that hold for more than one call',
    query: NO_QUERY,
    answers: { 200: { description: 'All of them.', schema: grantListSchema } },
    errors: [],
    handle: (context, deps) => {
      const grants = deps.approvals.grants();
      return context.json({ grants, total: grants.length });
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/grants/{id}',
    id: 'revokeGrant',
    tag: 'approvals',
    summary: 'Revokes one: the next such call is asked for again',
    pathParameters: { id: 'Of a grant.' },
    query: NO_QUERY,
    answers: { 200: { description: 'As it was; it holds no more.', schema: grantSchema } },
    errors: ['not_found'],
    handle: async (context, deps) => {
      const id = context.req.param('id') ?? '';
      const grant = deps.approvals.grants().find((candidate) => candidate.id === id);
      return grant !== undefined && (await deps.approvals.revoke(id))
        ? context.json(grant)
        : notFound(context, `There is no grant '${id}'; it may have been revoked, or its session may be over.`);
    },
  }),
];
