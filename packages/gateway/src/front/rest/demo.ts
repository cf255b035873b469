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
    summary: 'The state of the demo, with the result of each step',
    description: 'It changes about once per second while the demo runs, without events.',
    query: NO_QUERY,
    answers: { 200: { description: 'The running demo, or the last one.', schema: demoSchema } },
    errors: [],
    handle: (context, deps) => context.json(deps.demo.view()),
  }),
  defineRoute({
    method: 'post',
    path: '/demo',
    id: 'startDemo',
    tag: 'gateway',
    summary: 'Starts the demo: a scripted MCP client that uses the demo server',
    description:
      'The client uses the MCP endpoint like any other, so its calls are decided by the policy and recorded. The demo server is added to the config if it is missing. A run takes about half a minute, and then waits for a person to answer its last question.',
    query: NO_QUERY,
    body: demoRequestSchema,
    answers: { 202: { description: 'The started demo.', schema: demoSchema } },
    errors: ['conflict', 'too_large', 'unsupported_media_type'],
    handle: async (context, deps) => {
      const body = await readJsonBody(context, demoRequestSchema, deps.limits);
      if (!body.ok) return refuseBody(context, body.error);
      const started = deps.demo.start({ fast: body.value.fast === true });
      if (started.ok) return context.json(started.value, 202);
      return fail(context, 'conflict', 'The demo is running already. GET returns its state, DELETE stops it.');
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/demo',
    id: 'stopDemo',
    tag: 'gateway',
    summary: 'Stops the demo, if it runs',
    query: NO_QUERY,
    answers: { 200: { description: 'Its state when it stopped.', schema: demoSchema } },
    errors: [],
    handle: async (context, deps) => context.json(await deps.demo.stop()),
  }),
];
