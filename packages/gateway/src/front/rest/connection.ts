import { connectionSchema } from '@toolmark/api-contract';
import { defineRoute, NO_QUERY, type Route } from './route.ts';

export const CONNECTION_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/connection',
    id: 'getConnection',
    tag: 'gateway',
    summary: 'How clients are connected to this gateway, with the token',
    query: NO_QUERY,
    answers: { 200: { description: 'For each client what to put where.', schema: connectionSchema } },
    errors: [],
    handle: (context, { connection }) => context.json(connection()),
  }),
];
