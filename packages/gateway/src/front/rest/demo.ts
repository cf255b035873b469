import { demoRequestSchema, demoSchema } from '@toolmark/api-contract';
import { fail } from './answers.ts';
import { readJsonBody, refuseBody } from './json-body.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';

export const DEMO_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/demo',
    id: 'getDemo',
    tag: 'gateway',
    summary: 'The demo: how far it is, and what came of each step',
    description: 'It changes about once a second while it runs; there is no event for it.',
    query: NO_QUERY,
    answers: { 200: { description: 'The one that runs, or else the last one.', schema: demoSchema } },
    errors: [],
    handle: (context, deps) => context.json(deps.demo.view()),
  }),
  defineRoute({
    method: 'post',
    path: '/demo',
    id: 'startDemo',
    tag: 'gateway',
    summary: 'Starts the demo: a scripted MCP client that works on the demo server',
    description:
      'It comes through the MCP endpoint like any other client, so that what it does is decided about and recorded. The demo server is added to the config where it is missing. It takes about half a minute, and then waits for a person to answer its last question.',
    query: NO_QUERY,
    body: demoRequestSchema,
    answers: { 202: { description: 'It has begun.', schema: demoSchema } },
    errors: ['conflict', 'too_large', 'unsupported_media_type'],
    handle: async (context, deps) => {
      const body = await readJsonBody(context, demoRequestSchema, deps.limits);
      if (!body.ok) return refuseBody(context, body.error);
      const started = deps.demo.start({ fast: body.value.fast === true });
      if (started.ok) return context.json(started.value, 202);
      return fail(context, 'conflict', 'The demo runs already. GET says how far it is, DELETE stops it.');
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/demo',
    id: 'stopDemo',
    tag: 'gateway',
    summary: 'Stops the demo, if it runs',
    query: NO_QUERY,
    answers: { 200: { description: 'How far it got.', schema: demoSchema } },
    errors: [],
    handle: async (context, deps) => context.json(await deps.demo.stop()),
  }),
];
