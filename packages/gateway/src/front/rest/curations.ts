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
import { type CurationTarget, curationTarget, nameProblem } from './curation-target.ts';
import { readJsonBody, refuseBody } from './json-body.ts';
import { refuseEdit } from './refusals.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';

const PATH = '/tools/{server}/{tool}/curation';
const TARGET = {
  server: 'The name of a server, or a pattern with `*` as a wildcard.',
  tool: "A tool, by the server's own name or by the name for clients, or a pattern with `*` as a wildcard.",
};

/** How tools are offered. Curations are stored in the config, and do not change hints or their inference. */
export const CURATION_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/curations',
    id: 'listCurations',
    tag: 'tools',
    summary: 'Changes of tools: disabled, renamed, or with another title or description',
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
    summary: 'Changes how a tool is offered, or enables or disables all matching tools',
    description:
      'Missing fields are unchanged; null restores the value of the server. Hints and class stay the same; inference, pinning and checks use the definition of the server. The change is in use when the answer is sent.',
    pathParameters: TARGET,
    query: NO_QUERY,
    body: curationRequestSchema,
    answers: { 200: { description: 'The current entry in the config.', schema: curationSchema } },
    errors: ['not_found', 'conflict', 'too_large', 'unsupported_media_type', 'unavailable'],
    handle: async (context, deps) => {
      const body = await readJsonBody(context, curationRequestSchema, deps.limits);
      if (!body.ok) return refuseBody(context, body.error);
      const found = curationTarget(deps, context.req.param('server') ?? '', context.req.param('tool') ?? '');
      if (found.kind === 'none') return notFound(context, found.message, found.suggestions);
      const request = body.value;
      if (found.isPattern) {
        const words = (['name', 'title', 'description'] as const).filter((key) => typeof request[key] === 'string');
        if (words.length > 0) {
          const message = 'is for one tool, but a pattern may match several';
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
      const enabled = isEnabledWithoutEntry(found, before.value) && request.enabled === true ? null : request.enabled;
      const changed = await deps.config.curate(found, { ...request, ...(enabled !== undefined && { enabled }) });
      if (!changed.ok) return refuseEdit(context, changed.error);
      const after = await deps.config.curations();
      if (!after.ok) return refuseEdit(context, after.error);
      return context.json(after.value.find((each) => isAt(each, found)) ?? unchanged(found));
    },
  }),
  defineRoute({
    method: 'delete',
    path: PATH,
    id: 'removeCuration',
    tag: 'tools',
    summary: 'Removes the changes of a tool, or of a pattern',
    pathParameters: TARGET,
    query: NO_QUERY,
    answers: { 200: { description: 'The remaining entries.', schema: curationListSchema } },
    errors: ['not_found', 'conflict', 'unavailable'],
    handle: async (context, deps) => {
      const server = context.req.param('server') ?? '';
      const tool = context.req.param('tool') ?? '';
      const found = curationTarget(deps, server, tool);
      // Entries of tools that no longer exist can be removed too.
      const removed = await deps.config.removeCuration(found.kind === 'none' ? { server, tool } : found);
      if (!removed.ok) return refuseEdit(context, removed.error);
      const left = await deps.config.curations();
      return left.ok
        ? context.json({ curations: left.value, total: left.value.length })
        : refuseEdit(context, left.error);
    },
  }),
];

/** Whether a tool would be enabled without an entry of its own, so that none is needed. */
function isEnabledWithoutEntry(place: CurationTarget, curations: readonly Curation[]): boolean {
  const others = curations.filter((each) => !isAt(each, place)).map(toConfig);
  // A pattern does not override an exact name.
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

const isAt = (one: Pick<Curation, 'server' | 'tool'>, { server, tool }: CurationTarget): boolean =>
  one.server === server && one.tool === tool;

const unchanged = ({ server, tool }: CurationTarget): Curation => ({
  server,
  tool,
  enabled: null,
  name: null,
  title: null,
  description: null,
});
