import { configChangeAnswerSchema, configChangeRequestSchema, configFileViewSchema } from '@toolmark/api-contract';
import { readJsonBody, refuseBody } from './json-body.ts';
import { refuseEdit } from './refusals.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';

export const CONFIG_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/config',
    id: 'getConfig',
    tag: 'gateway',
    summary: 'The config file, without its secrets',
    query: NO_QUERY,
    answers: { 200: { description: 'The current file, with a mask for each secret.', schema: configFileViewSchema } },
    errors: [],
    handle: async (context, { config }) => context.json(await config.view()),
  }),
  defineRoute({
    method: 'put',
    path: '/config',
    id: 'changeConfig',
    tag: 'gateway',
    summary: 'Changes the config file, or validates a change',
    description: 'Unchanged masks keep their secrets. The answer is sent after the gateway has applied the change.',
    query: NO_QUERY,
    body: configChangeRequestSchema,
    answers: {
      200: { description: 'The change is applied, or valid in a dry run.', schema: configChangeAnswerSchema },
    },
    errors: ['conflict', 'too_large', 'unsupported_media_type', 'unavailable'],
    handle: async (context, { config, limits }) => {
      const body = await readJsonBody(context, configChangeRequestSchema, limits);
      if (!body.ok) return refuseBody(context, body.error);
      const changed = await config.replace(body.value);
      return changed.ok ? context.json(changed.value) : refuseEdit(context, changed.error);
    },
  }),
];
