import { acceptRequestSchema, toolDetailSchema } from '@toolmark/api-contract';
import { toDecider } from '../tokens/credential.ts';
import { fail, notFound } from './answers.ts';
import type { RestContext, RestDeps } from './deps.ts';
import { findTool } from './find.ts';
import { readJsonBody, refuseBody } from './json-body.ts';
import { ownerOf } from './owner-of.ts';
import { refuseChange } from './refusals.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';
import { toToolDetail } from './tool-view.ts';
import { TOOL_PARAMETERS } from './tools.ts';

export const STANDING_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'post',
    path: '/tools/{server}/{tool}/accept',
    id: 'acceptTool',
    tag: 'tools',
    summary: 'Accepts the current definition of a tool: it is no longer held, and later changes are compared with it',
    description:
      'Only the reviewed definition is accepted: send its fingerprint from the tool. The author is derived from the credential of the request.',
    pathParameters: TOOL_PARAMETERS,
    query: NO_QUERY,
    body: acceptRequestSchema,
    answers: { 200: { description: 'The accepted tool.', schema: toolDetailSchema } },
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
  // The catalog may have changed while the body was read.
  const now = findTool(deps, server, name);
  const tool = now.kind === 'tool' ? now.tool : found.tool;
  const current = await tool.fingerprint();
  if (seen.hints !== current.hints || seen.prose !== current.prose) {
    const message = `Tool '${name}' of server '${server}' has changed since you reviewed it. Review it again before you accept it.`;
    return fail(context, 'conflict', message);
  }
  const accepted = await deps.standings.accept(tool, { author, reason, fingerprint: seen });
  if (!accepted.ok) return refuseChange(context, accepted.error);
  // Its claims may be effective now, so the catalog has a new entry.
  const after = findTool(deps, server, name);
  return context.json(await toToolDetail(after.kind === 'tool' ? after.tool : tool, deps));
}
