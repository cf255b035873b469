import {
  explainRequestSchema,
  policyExplanationSchema,
  policyInUseSchema,
  policyReplayRequestSchema,
  policyReplaySchema,
} from '@toolmark/api-contract';
import { badRequest, notFound } from './answers.ts';
import { readJsonBody, refuseBody } from './json-body.ts';
import { NDJSON, replayPolicy } from './policy-replay.ts';
import { toPolicyInUse } from './policy-view.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';

export const POLICY_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/policy',
    id: 'getPolicy',
    tag: 'policy',
    summary: 'The policy in use',
    query: NO_QUERY,
    answers: {
      200: {
        description: 'As `policy` of a toolmark.json takes it, with what was left out filled in.',
        schema: policyInUseSchema,
      },
    },
    errors: [],
    handle: (context, deps) => context.json(toPolicyInUse(deps.policy())),
  }),
  defineRoute({
    method: 'post',
    path: '/policy/explain',
    id: 'explainPolicy',
    tag: 'policy',
    summary: 'What a call would get, and why, without making it',
    query: NO_QUERY,
    body: explainRequestSchema,
    answers: { 200: { description: 'What each rule has to say.', schema: policyExplanationSchema } },
    errors: ['not_found', 'too_large', 'unsupported_media_type'],
    handle: async (context, deps) => {
      const body = await readJsonBody(context, explainRequestSchema, deps.limits);
      if (!body.ok) return refuseBody(context, body.error);
      const explained = deps.explainPolicy(body.value, context.env.principal);
      return explained.ok
        ? context.json(explained.value)
        : notFound(context, explained.error.message, explained.error.suggestions);
    },
  }),
  defineRoute({
    method: 'post',
    path: '/policy/replay',
    id: 'replayPolicy',
    tag: 'policy',
    summary: 'What a policy would have done with the recorded calls',
    description:
      'Nothing is called. It may take a while: with `Accept: application/x-ndjson` the answer is one JSON per line (`PolicyReplayLine`), how far it is again and again, and what came of it at the end.',
    query: NO_QUERY,
    headers: { accept: '`application/x-ndjson` for lines that say how far it is.' },
    body: policyReplayRequestSchema,
    answers: { 200: { description: 'What came of it.', schema: policyReplaySchema, types: [NDJSON] } },
    errors: ['too_large', 'unsupported_media_type', 'record_unavailable'],
    handle: async (context, deps) => {
      const body = await readJsonBody(context, policyReplayRequestSchema, deps.limits);
      if (!body.ok) return refuseBody(context, body.error);
      const { from, to } = body.value;
      return to !== undefined && Date.parse(from) >= Date.parse(to)
        ? badRequest(context, [{ path: 'from', message: 'must be before to' }])
        : replayPolicy(context, deps, body.value);
    },
  }),
];
