import { acceptRequestSchema, toolDetailSchema } from '@toolmark/api-contract';
import { toDecider } from '../tokens/credential.ts';
import { fail, notFound } from './answers.ts';
import type { RestContext, RestDeps } from './deps.ts';
import { findTool } from './find.ts';
import { readJsonBody, refuseBody } from './json-body.ts';
import { ownerOf } from './owner-of.ts';
import { refuseChange } from './refuse-change.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';
import { toToolDetail } from './tool-view.ts';
import { TOOL_PARAMETERS } from './tools.ts';

export const STANDING_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'post',
    path: '/tools/{server}/{tool}/accept',
    id: 'acceptTool',
    tag: 'tools',
    summary: 'Accepts a tool as it is now: it is held no more, and later changes are told from this',
    description:
      'Only what was looked at is accepted: its fingerprint, as the tool itself carries it, has to be sent. Who accepted it is the credential that the request comes with.',
    pathParameters: TOOL_PARAMETERS,
    query: NO_QUERY,
    body: acceptRequestSchema,
    answers: { 200: { description: 'The tool as it is now.', schema: toolDetailSchema } },
    errors: ['not_found', 'conflict', 'too_large', 'unsupported_media_type', 'unavailable'],
    handle: accept,
  }),
];

async function accept(context: RestContext, deps: RestDeps): Promise<Response> {
  const server = context.req.param('server') ?? '';
  const name = context.req.param('tool') ?? '';
  const found = findTool(deps, server, name);
  if (found.kind === 'none') return notFound(context, found.message, found.suggestions);
  const body = await readJsonBody(context, acceptRequestSchema, deps.limits);
  if (!body.ok) return refuseBody(context, body.error);
  const { fingerprint: seen, reason = null } = body.value;
  const { by: author } = toDecider(ownerOf(context));
  // What is offered may have changed while the body was read.
  const now = findTool(deps, server, name);
  const tool = now.kind === 'tool' ? now.tool : found.tool;
  const is = await tool.fingerprint();
  if (seen.hints !== is.hints || seen.prose !== is.prose) {
    const message = `Tool '${name}' of server '${server}' is not the one that was looked at: it has changed since. Look at it again before you accept it.`;
    return fail(context, 'conflict', message);
  }
  const accepted = await deps.standings.accept(tool, { author, reason, fingerprint: seen });
  if (!accepted.ok) return refuseChange(context, accepted.error);
  // Its claims may count now, and then it is another one in the catalog.
  const after = findTool(deps, server, name);
  return context.json(await toToolDetail(after.kind === 'tool' ? after.tool : tool, deps));
}
