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
    summary: 'How clients are connected to this gateway',
    description:
      'For everything that is offered unless a profile is asked for, and for every tool by its name unless search is. Each client needs a token of its own, which POST /tokens creates, in place of the placeholder.',
    query: {
      profile: text('For the endpoint of this profile.', 64),
      search: flag('For the endpoint with the few tools that find the others.'),
    },
    answers: { 200: { description: 'For each client what to put where.', schema: connectionSchema } },
    errors: [],
    handle: (context, { connection }, endpoint) => {
      const found = connection(endpoint);
      if (found !== undefined) return context.json(found);
      return badRequest(context, [{ path: 'profile', message: 'must be the name of a profile in the config' }]);
    },
  }),
];
