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
        description: 'In the format of `policy` in toolmark.json, including defaults.',
        schema: policyInUseSchema,
      },
    },
    errors: [],
    handle: (context, deps) => context.json(toPolicyInUse(deps.policy.current())),
  }),
  defineRoute({
    method: 'post',
    path: '/policy/explain',
    id: 'explainPolicy',
    tag: 'policy',
    summary: 'Explains the decision for a hypothetical call',
    query: NO_QUERY,
    body: explainRequestSchema,
    answers: { 200: { description: 'The result of each rule.', schema: policyExplanationSchema } },
    errors: ['not_found', 'too_large', 'unsupported_media_type'],
    handle: async (context, deps) => {
      const body = await readJsonBody(context, explainRequestSchema, deps.limits);
      if (!body.ok) return refuseBody(context, body.error);
      const explained = deps.policy.explain(body.value, context.env.principal);
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
    summary: 'Replays recorded calls against a policy',
    description:
      'No tool is called. It may take a while: with `Accept: application/x-ndjson` the answer is one JSON object per line (`PolicyReplayLine`): progress reports, and the result at the end.',
    query: NO_QUERY,
    headers: { accept: '`application/x-ndjson` for progress reports.' },
    body: policyReplayRequestSchema,
    answers: { 200: { description: 'The result.', schema: policyReplaySchema, types: [NDJSON] } },
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
