import { connectionSchema } from '@toolmark/api-contract';
import { badRequest } from './answers.ts';
import { flag, text } from './parameters.ts';
import { defineRoute, type Route } from './route.ts';

export const CONNECTION_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/connection',
    id: 'getConnection',
    tag: 'gateway',
    summary: 'How to connect clients to this gateway',
    description:
      'For all tools unless a profile is given, and for every tool by name unless search is set. Replace the placeholder by a token of each client, which POST /tokens creates.',
    query: {
      profile: text('The profile of the endpoint.', 64),
      search: flag('Use the endpoint of search mode.'),
    },
    answers: { 200: { description: 'The config of each client, and where it goes.', schema: connectionSchema } },
    errors: [],
    handle: (context, { connection }, endpoint) => {
      const found = connection(endpoint);
      if (found !== undefined) return context.json(found);
      return badRequest(context, [{ path: 'profile', message: 'must be the name of a profile in the config' }]);
    },
  }),
];
