import {
  callAnswerSchema,
  callRequestSchema,
  replayRequestSchema,
  verifyAnswerSchema,
  verifyRequestSchema,
} from '@toolmark/api-contract';
import { notFound } from './answers.ts';
import { CLIENT_HEADER } from './client-header.ts';
import { findTool } from './find.ts';
import { readJsonBody, refuseBody } from './json-body.ts';
import { makeCall } from './make-call.ts';
import { flag } from './parameters.ts';
import { replay } from './replay.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';
import { verifyCall } from './verify-call.ts';

const HEADERS = {
  [CLIENT_HEADER]: 'The calling program as name/version. It is recorded, and has no effect on decisions.',
};
const ANSWER = {
  description:
    'The result, and the recorded call. A failure of the tool is reported there, not in the HTTP status. `tool_call` is null if the call could not be recorded or read back.',
  schema: callAnswerSchema,
};

export const MAKE_CALL_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'post',
    path: '/tools/{server}/{tool}/call',
    id: 'callTool',
    tag: 'tools',
    summary: 'Calls a tool, as a client would',
    description:
      'While calls are not recorded, only read-only tools can be called. If the policy asks a person, the call waits for an answer in `/approvals`, unless `confirm` says that the calling person has agreed. A refusal by the policy is a result with `isError` and the reason.',
    pathParameters: {
      server: 'The name of a server in the config.',
      tool: "A tool, by the server's own name or by the name for clients.",
    },
    query: NO_QUERY,
    headers: HEADERS,
    body: callRequestSchema,
    answers: { 200: ANSWER },
    errors: ['not_found', 'too_large', 'unsupported_media_type', 'record_unavailable', 'unavailable'],
    handle: async (context, deps) => {
      const found = findTool(deps, context.req.param('server') ?? '', context.req.param('tool') ?? '');
      if (found.kind === 'none') return notFound(context, found.message, found.suggestions);
      const body = await readJsonBody(context, callRequestSchema, deps.limits);
      if (!body.ok) return refuseBody(context, body.error);
      const { arguments: given, confirm = false } = body.value;
      return makeCall(context, deps, { tool: found.tool, arguments: given, isConfirmed: confirm });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/tool-calls/{id}/replay',
    id: 'replayToolCall',
    tag: 'tool-calls',
    summary: 'Repeats a call with the same arguments',
    description:
      'A tool that changes something now, or did at the time of the call, is only called with a confirmation in the query or in the body. The confirmation also answers a question of the policy.',
    pathParameters: { id: 'The id of a call.' },
    query: { confirm: flag('Confirms the call on behalf of the calling person.') },
    headers: HEADERS,
    body: replayRequestSchema,
    answers: { 200: ANSWER },
    errors: ['not_found', 'conflict', 'too_large', 'unsupported_media_type', 'record_unavailable', 'unavailable'],
    handle: async (context, deps, { confirm }) => {
      const body = await readJsonBody(context, replayRequestSchema, deps.limits);
      if (!body.ok) return refuseBody(context, body.error);
      return replay(context, deps, confirm || body.value.confirm === true);
    },
  }),
  defineRoute({
    method: 'post',
    path: '/tool-calls/{id}/verify',
    id: 'verifyToolCall',
    tag: 'tool-calls',
    summary: 'Checks whether given parameters were sent with a call',
    description:
      'A call whose recorded parameters are redacted or cut has a digest of everything that was sent; so has each later round. The parameters match if they fit one of the digests. Digests are keyed with a secret of the data folder, so only its owner can check them. Members may be in any order; numbers are compared by their digits.',
    pathParameters: { id: 'The id of a call.' },
    query: NO_QUERY,
    body: verifyRequestSchema,
    answers: { 200: { description: 'Whether the parameters match.', schema: verifyAnswerSchema } },
    errors: ['not_found', 'conflict', 'too_large', 'unsupported_media_type', 'record_unavailable'],
    handle: async (context, deps) => {
      const body = await readJsonBody(context, verifyRequestSchema, deps.limits);
      return body.ok ? verifyCall(context, deps, body.value) : refuseBody(context, body.error);
    },
  }),
];
