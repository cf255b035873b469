import {
  registryPlanRequestSchema,
  registryPlanSchema,
  registryServerDetailSchema,
  registryServerListSchema,
} from '@toolmark/api-contract';
import { suggest } from '@toolmark/base';
import { DEFAULT_RESULTS, MAX_RESULTS, planWay, toRegistryDetail, toRegistryServer, waysOf } from '@toolmark/setup';
import { fail, notFound } from './answers.ts';
import type { RestContext } from './deps.ts';
import { readJsonBody, refuseBody } from './json-body.ts';
import { text, wholeNumber } from './parameters.ts';
import { refuseRegistry } from './refusals.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';

const NAME = {
  namespace: 'The part of the registry name before the slash.',
  name: 'The part after the slash.',
};

/** Servers that can be added. Registry data is untrusted: it is limited, parsed leniently and never executed. */
export const REGISTRY_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/registry/servers',
    id: 'searchRegistry',
    tag: 'servers',
    summary: 'Searches the servers of a registry',
    description: 'Searches names in the registry of the config. Returns the latest version of each server.',
    query: {
      q: text('Words in a name.', 200),
      limit: wholeNumber('Maximum number of entries.', { min: 1, max: MAX_RESULTS, defaultValue: DEFAULT_RESULTS }),
      cursor: text('The `next_cursor` of the previous page.', 2_000),
    },
    answers: { 200: { description: 'The valid entries.', schema: registryServerListSchema } },
    errors: ['unavailable'],
    handle: async (context, deps, { q = '', limit, cursor }) => {
      const registry = deps.registry();
      const found = await registry.search(q.trim(), { limit, cursor });
      if (!found.ok) return refuseRegistry(context, found.error);
      const { servers, cursor: next = null, skipped } = found.value;
      return context.json({
        registry: registry.url,
        servers: servers.map(toRegistryServer),
        next_cursor: next,
        skipped,
      });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/registry/servers/{namespace}/{name}',
    id: 'getRegistryServer',
    tag: 'servers',
    summary: 'One server of the registry, with the planned config entries',
    pathParameters: NAME,
    query: NO_QUERY,
    answers: { 200: { description: 'The latest version.', schema: registryServerDetailSchema } },
    errors: ['not_found', 'unavailable'],
    handle: async (context, deps) => {
      const registry = deps.registry();
      const found = await registry.get(registryName(context));
      if (!found.ok) return refuseRegistry(context, found.error);
      const taken = deps.servers().map(({ name }) => name);
      return context.json(await toRegistryDetail(found.value, registry.url, taken));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/registry/servers/{namespace}/{name}/plan',
    id: 'planRegistryServer',
    tag: 'servers',
    summary: 'Plans the config entry of a server with values for its inputs',
    description: 'Nothing is added. The entry contains the given values.',
    pathParameters: NAME,
    query: NO_QUERY,
    body: registryPlanRequestSchema,
    answers: { 200: { description: 'The entry, with missing inputs and problems.', schema: registryPlanSchema } },
    errors: ['not_found', 'conflict', 'too_large', 'unsupported_media_type', 'unavailable'],
    handle: async (context, deps) => {
      const body = await readJsonBody(context, registryPlanRequestSchema, deps.limits);
      if (!body.ok) return refuseBody(context, body.error);
      const name = registryName(context);
      const found = await deps.registry().get(name);
      if (!found.ok) return refuseRegistry(context, found.error);
      const ways = waysOf(found.value.server);
      const { id, values = {} } = body.value;
      const way = ways.find((each) => each.id === id);
      if (way === undefined) {
        const ids = ways.map((each) => each.id);
        return notFound(context, `'${name}' has no option '${id}'.`, suggest(id, ids));
      }
      if (way.problem !== null) return fail(context, 'conflict', way.problem);
      return context.json(await planWay(way, values));
    },
  }),
];

const registryName = ({ req }: RestContext): string => `${req.param('namespace') ?? ''}/${req.param('name') ?? ''}`;
