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

const HEADERS = { [CLIENT_HEADER]: 'What calls, as name/version. The record shows it, and nothing is decided by it.' };
const ANSWER = {
  description:
    'What came back, and the call as it was recorded. That the tool failed is in there, not in the status of this answer. `tool_call` is null where the call could not be recorded, or not be read back.',
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
      'While calls are not recorded, only tools that read are called. Where the policy asks a person, the call waits for an answer to the question in `/approvals`, unless `confirm` says that the person who calls has answered it. What the policy refuses is a result with `isError` that says why.',
    pathParameters: {
      server: 'A server, as the config names it.',
      tool: 'A tool, as its server or as clients call it.',
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
    summary: 'Makes a call again, with the same arguments',
    description:
      'A tool that changes something, or did when it was called, is called only where that is confirmed, in the query or in the body. That also answers the question where the policy asks one.',
    pathParameters: { id: 'Of a call.' },
    query: { confirm: flag('That the person who makes this call has said yes to it.') },
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
    summary: 'Checks what somebody says was sent with a call',
    description:
      'A call from which secrets were taken out, or of which only the beginning was kept, has a digest of everything that was sent; so has each later round. What fits one of them is what was sent. They are keyed with a secret of the data folder, so that only its owner can check. Members may be in any order; numbers count by their digits.',
    pathParameters: { id: 'Of a call.' },
    query: NO_QUERY,
    body: verifyRequestSchema,
    answers: { 200: { description: 'Whether it is what was sent.', schema: verifyAnswerSchema } },
    errors: ['not_found', 'conflict', 'too_large', 'unsupported_media_type', 'record_unavailable'],
    handle: async (context, deps) => {
      const body = await readJsonBody(context, verifyRequestSchema, deps.limits);
      return body.ok ? verifyCall(context, deps, body.value) : refuseBody(context, body.error);
    },
  }),
];
