import {
  type CallBody,
  callAnswerSchema,
  callRequestSchema,
  replayRequestSchema,
  type ToolCallDetail,
} from '@toolmark/api-contract';
import type { CatalogTool } from '../../catalog/catalog.ts';
import type { JsonObject } from '../../rpc.ts';
import { badRequest, fail, notFound } from './answers.ts';
import { askRecord } from './ask-record.ts';
import { CLIENT_HEADER, parseClientHeader } from './client-header.ts';
import type { RestContext, RestDeps } from './deps.ts';
import { findTool } from './find.ts';
import { readJsonBody } from './json-body.ts';
import { flag } from './parameters.ts';
import { RECORD_OFF } from './record-problem.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';
import { noCall } from './tool-calls.ts';

const HEADERS = { [CLIENT_HEADER]: 'Who calls, as name/version. The record shows it.' };
const ANSWER = {
  description: 'The call as it was recorded. That the tool failed is in its status, not in that of this answer.',
  schema: callAnswerSchema,
};

export const MAKE_CALL_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'post',
    path: '/tools/{server}/{tool}/call',
    id: 'callTool',
    tag: 'tools',
    summary: 'Calls a tool, as a client would',
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
      if (!body.ok) return fail(context, body.error.code, body.error.message, problemsIn(body.error));
      return makeCall(context, deps, found.tool, body.value.arguments);
    },
  }),
  defineRoute({
    method: 'post',
    path: '/tool-calls/{id}/replay',
    id: 'replayToolCall',
    tag: 'tool-calls',
    summary: 'Makes a call again, with the same arguments',
    description: 'A tool that changes something is called only where that is confirmed, in the query or in the body.',
    pathParameters: { id: 'Of a call.' },
    query: { confirm: flag('That a tool which changes something may do so again.') },
    headers: HEADERS,
    body: replayRequestSchema,
    answers: { 200: ANSWER },
    errors: ['not_found', 'conflict', 'too_large', 'unsupported_media_type', 'record_unavailable', 'unavailable'],
    handle: async (context, deps, { confirm }) => {
      const body = await readJsonBody(context, replayRequestSchema, deps.limits);
      if (!body.ok) return fail(context, body.error.code, body.error.message, problemsIn(body.error));
      return replay(context, deps, confirm || body.value.confirm === true);
    },
  }),
];

const problemsIn = ({ problems }: { readonly problems?: Parameters<typeof badRequest>[1] }) =>
  problems === undefined ? {} : { problems };

async function replay(context: RestContext, deps: RestDeps, isConfirmed: boolean): Promise<Response> {
  const id = context.req.param('id') ?? '';
  const call = await askRecord(deps, (reader) => reader.call(id));
  if (call === undefined) return notFound(context, noCall(id));
  const { server, tool: name, arguments: given } = call;
  if (server === null)
    return fail(context, 'conflict', `No server had a tool '${name}', so it cannot be called again.`);
  const found = findTool(deps, server, name);
  if (found.kind === 'none') return fail(context, 'conflict', `It cannot be called again. ${found.message}`);
  const problem = argumentsProblem(given);
  if (problem !== undefined) return fail(context, 'conflict', problem);
  // What the tool is now counts, not what it was: that is what would happen.
  const toolClass = found.tool.resolution.class;
  if (toolClass !== 'read' && !isConfirmed) {
    const message = `Tool '${name}' of server '${server}' is ${toolClass}: it is called again only with confirm=true.`;
    return fail(context, 'conflict', message);
  }
  // Arguments are an object in every call that the protocol lets through.
  return makeCall(context, deps, found.tool, given === null ? undefined : (given.value as JsonObject));
}

function argumentsProblem(given: CallBody | null): string | undefined {
  if (given === null) return undefined;
  if (given.is_cut) return 'Its arguments were too long to be recorded in full, so they are not what was sent.';
  if (given.redactions > 0) return 'Secrets were taken out of its arguments, so they are not what was sent.';
  const { value } = given;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? undefined
    : 'Its arguments are no object, so that no tool takes them.';
}

/** The answer is the call as it was recorded, so nothing is called while nothing is. */
async function makeCall(
  context: RestContext,
  deps: RestDeps,
  tool: CatalogTool,
  given: JsonObject | undefined,
): Promise<Response> {
  const caller = parseClientHeader(context.req.header(CLIENT_HEADER));
  if (!caller.ok) return badRequest(context, [{ path: CLIENT_HEADER, message: caller.error }]);
  const { state, problem } = deps.recorder.status();
  if (state !== 'ok') return fail(context, 'record_unavailable', problem ?? RECORD_OFF);
  const { id, reply } = await deps.callTool({
    ...caller.value,
    exposedName: tool.exposed,
    arguments: given,
    principal: context.env.principal,
    signal: context.req.raw.signal,
  });
  const call = id === '' ? undefined : await recorded(deps, id);
  if (call !== undefined) return context.json({ tool_call: call });
  // Refused before it was a call, by a gateway that is being stopped for instance.
  if (reply.kind === 'error') return fail(context, 'unavailable', reply.error.message);
  return fail(context, 'record_unavailable', 'The call was made, but could not be recorded.');
}

/** A store that is far behind may take more than one wait. */
const ATTEMPTS = 3;

async function recorded(deps: RestDeps, id: string): Promise<ToolCallDetail | undefined> {
  let call: ToolCallDetail | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    call = await askRecord(deps, (reader) => reader.call(id));
    if (call !== undefined && call.status !== 'running') return call;
  }
  return call;
}
