import {
  type Curation,
  curationListSchema,
  curationRequestSchema,
  curationSchema,
  type ToolCuration,
} from '@toolmark/api-contract';
import type { CurationConfig } from '@toolmark/config';
import { indexCurations } from '../../catalog/curation.ts';
import { badRequest, fail, notFound } from './answers.ts';
import { type CurationPlace, curationPlace, nameProblem } from './curation-place.ts';
import { readJsonBody, refuseBody } from './json-body.ts';
import { refuseEdit } from './refuse-edit.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';

const PATH = '/tools/{server}/{tool}/curation';
const TARGET = {
  server: 'A server, as the config names it, or a pattern in which `*` is anything.',
  tool: 'A tool, as its server or as clients call it, or a pattern in which `*` is anything.',
};

/** How tools are offered. All of it stands in the config, and none of it changes a hint or what is inferred. */
export const CURATION_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/curations',
    id: 'listCurations',
    tag: 'tools',
    summary: 'What persons changed about how tools are offered',
    query: NO_QUERY,
    answers: { 200: { description: 'In the order of the config.', schema: curationListSchema } },
    errors: ['conflict'],
    handle: async (context, { config }) => {
      const curations = await config.curations();
      return curations.ok
        ? context.json({ curations: curations.value, total: curations.value.length })
        : refuseEdit(context, curations.error);
    },
  }),
  defineRoute({
    method: 'put',
    path: PATH,
    id: 'setCuration',
    tag: 'tools',
    summary: 'Changes how a tool is offered, or switches all that match off or on',
    description:
      'What is left out stays as it was; null goes back to what the server has. Hints and class stay what they are, and what is inferred, pinned and checked is what the server sent. It is in use when this answers.',
    pathParameters: TARGET,
    query: NO_QUERY,
    body: curationRequestSchema,
    answers: { 200: { description: 'What the config says of it now.', schema: curationSchema } },
    errors: ['not_found', 'conflict', 'too_large', 'unsupported_media_type', 'unavailable'],
    handle: async (context, deps) => {
      const body = await readJsonBody(context, curationRequestSchema, deps.limits);
      if (!body.ok) return refuseBody(context, body.error);
      const found = curationPlace(deps, context.req.param('server') ?? '', context.req.param('tool') ?? '');
      if (found.kind === 'none') return notFound(context, found.message, found.suggestions);
      const request = body.value;
      if (found.isPattern) {
        const words = (['name', 'title', 'description'] as const).filter((key) => typeof request[key] === 'string');
        if (words.length > 0) {
          const message = 'is for one tool, and a pattern may mean several';
          return badRequest(
            context,
            words.map((path) => ({ path, message })),
          );
        }
      }
      const taken = nameProblem(deps, found, request.name);
      if (taken !== undefined) return fail(context, 'conflict', taken);
      const before = await deps.config.curations();
      if (!before.ok) return refuseEdit(context, before.error);
      const enabled = isOnAnyway(found, before.value) && request.enabled === true ? null : request.enabled;
      const changed = await deps.config.curate(found, { ...request, ...(enabled !== undefined && { enabled }) });
      if (!changed.ok) return refuseEdit(context, changed.error);
      const after = await deps.config.curations();
      if (!after.ok) return refuseEdit(context, after.error);
      return context.json(after.value.find((each) => isAt(each, found)) ?? nothing(found));
    },
  }),
  defineRoute({
    method: 'delete',
    path: PATH,
    id: 'removeCuration',
    tag: 'tools',
    summary: 'Takes back what was changed about a tool, or for a pattern',
    pathParameters: TARGET,
    query: NO_QUERY,
    answers: { 200: { description: 'Those that are left.', schema: curationListSchema } },
    errors: ['not_found', 'conflict', 'unavailable'],
    handle: async (context, deps) => {
      const server = context.req.param('server') ?? '';
      const tool = context.req.param('tool') ?? '';
      const found = curationPlace(deps, server, tool);
      // What was said of a tool that is gone can be taken back all the same.
      const removed = await deps.config.uncurate(found.kind === 'none' ? { server, tool } : found);
      if (!removed.ok) return refuseEdit(context, removed.error);
      const left = await deps.config.curations();
      return left.ok
        ? context.json({ curations: left.value, total: left.value.length })
        : refuseEdit(context, left.error);
    },
  }),
];

/** Whether it would be offered without a word for exactly it, so that none is needed. */
function isOnAnyway(place: CurationPlace, curations: readonly Curation[]): boolean {
  const others = curations.filter((each) => !isAt(each, place)).map(toConfig);
  // A pattern says nothing against an exact name.
  if (place.isPattern)
    return !others.some(({ server, tool, enabled }) => `${server}${tool}`.includes('*') && enabled === false);
  const { enabled }: ToolCuration = indexCurations(others)(place.server, place.tool);
  return enabled;
}

const toConfig = ({ server, tool, enabled }: Curation): CurationConfig => ({
  server,
  tool,
  ...(enabled !== null && { enabled }),
});

const isAt = (one: Pick<Curation, 'server' | 'tool'>, { server, tool }: CurationPlace): boolean =>
  one.server === server && one.tool === tool;

const nothing = ({ server, tool }: CurationPlace): Curation => ({
  ...{ server, tool },
  ...{ enabled: null, name: null, title: null, description: null },
});
