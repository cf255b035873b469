import { reviewListSchema, reviewRequestSchema, reviewSchema, reviewUndoRequestSchema } from '@toolmark/api-contract';
import type { SeenTool } from '../../calls/hints/standings.ts';
import type { CatalogTool } from '../../model/catalog.ts';
import { toDecider } from '../tokens/credential.ts';
import { notFound } from './answers.ts';
import type { RestContext, RestDeps } from './deps.ts';
import { findServer, findTool } from './find.ts';
import { readJsonBody, refuseBody } from './json-body.ts';
import { ownerOf } from './owner-of.ts';
import { refuseChange } from './refusals.ts';
import { toReview, toReviewSummary } from './review-view.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';

const NAME = { name: 'The name of a server in the config.' };

/** Claims of servers under review, and their acceptance by a person. */
export const REVIEW_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/reviews',
    id: 'listReviews',
    tag: 'servers',
    summary: 'Servers under review, with the number of tools that wait for a person',
    query: NO_QUERY,
    answers: { 200: { description: 'Servers with waiting tools come first.', schema: reviewListSchema } },
    errors: [],
    handle: (context, deps) => {
      const reviews = deps
        .servers()
        .map(({ name }) => toReviewSummary(name, deps))
        .filter(({ trust }) => trust === 'review')
        .toSorted((a, b) => Number(b.waiting > 0) - Number(a.waiting > 0));
      return context.json({ reviews, total: reviews.length });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/servers/{name}/review',
    id: 'getReview',
    tag: 'servers',
    summary: 'The claims of a server: suspicious tools first, the others grouped by claims',
    pathParameters: NAME,
    query: NO_QUERY,
    answers: { 200: { description: 'The current review.', schema: reviewSchema } },
    errors: ['not_found'],
    handle: async (context, deps) => {
      const found = findServer(deps, context.req.param('name') ?? '');
      return found.kind === 'none'
        ? notFound(context, found.message, found.suggestions)
        : context.json(await toReview(found.server.name, deps));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/servers/{name}/review',
    id: 'acceptClaims',
    tag: 'servers',
    summary: 'Accepts the claims of tools: all of them or none',
    description: 'Only the reviewed definitions are accepted: send the fingerprint of each tool from the review.',
    pathParameters: NAME,
    query: NO_QUERY,
    body: reviewRequestSchema,
    answers: { 200: { description: 'The current review.', schema: reviewSchema } },
    errors: ['not_found', 'conflict', 'too_large', 'unsupported_media_type', 'unavailable'],
    handle: acceptClaims,
  }),
  defineRoute({
    method: 'post',
    path: '/servers/{name}/review/undo',
    id: 'withdrawClaims',
    tag: 'servers',
    summary: 'Withdraws the acceptance of claims: for all of these tools or none',
    pathParameters: NAME,
    query: NO_QUERY,
    body: reviewUndoRequestSchema,
    answers: { 200: { description: 'The current review.', schema: reviewSchema } },
    errors: ['not_found', 'conflict', 'too_large', 'unsupported_media_type', 'unavailable'],
    handle: withdrawClaims,
  }),
];

async function acceptClaims(context: RestContext, deps: RestDeps): Promise<Response> {
  const server = context.req.param('name') ?? '';
  const body = await readJsonBody(context, reviewRequestSchema, deps.limits);
  if (!body.ok) return refuseBody(context, body.error);
  const { tools, reason = null } = body.value;
  const { by: author } = toDecider(ownerOf(context));
  const toolNamed = toolsByName(server, deps);
  const seen: SeenTool[] = [];
  for (const { tool: name, fingerprint } of tools) {
    const tool = toolNamed.get(name);
    if (tool === undefined) return noTool(context, deps, server, name);
    seen.push({ tool, fingerprint });
  }
  const accepted = await deps.standings.acceptAll(seen, { author, reason });
  return accepted.ok ? context.json(await toReview(server, deps)) : refuseChange(context, accepted.error);
}

async function withdrawClaims(context: RestContext, deps: RestDeps): Promise<Response> {
  const server = context.req.param('name') ?? '';
  const body = await readJsonBody(context, reviewUndoRequestSchema, deps.limits);
  if (!body.ok) return refuseBody(context, body.error);
  const { tools } = body.value;
  const { by: author } = toDecider(ownerOf(context));
  const toolNamed = toolsByName(server, deps);
  const withdrawn: CatalogTool[] = [];
  for (const name of tools) {
    const tool = toolNamed.get(name);
    if (tool === undefined) return noTool(context, deps, server, name);
    withdrawn.push(tool);
  }
  const done = await deps.standings.withdraw(withdrawn, { author, reason: null });
  return done.ok ? context.json(await toReview(server, deps)) : refuseChange(context, done.error);
}

const toolsByName = (server: string, { catalog }: RestDeps): ReadonlyMap<string, CatalogTool> =>
  new Map(
    catalog()
      .tools.filter((tool) => tool.server === server)
      .map((tool) => [tool.definition.name, tool]),
  );

function noTool(context: RestContext, deps: RestDeps, server: string, name: string): Response {
  const found = findTool(deps, server, name);
  return found.kind === 'none'
    ? notFound(context, found.message, found.suggestions)
    : notFound(context, `Server '${server}' has it under the name '${found.tool.definition.name}', not '${name}'.`);
}
