import {
  type ApiErrorCode,
  registryPlanRequestSchema,
  registryPlanSchema,
  registryServerDetailSchema,
  registryServerListSchema,
} from '@toolmark/api-contract';
import { suggest } from '@toolmark/base';
import {
  MOST_FOUND,
  planWay,
  type RegistryProblem,
  toRegistryDetail,
  toRegistryServer,
  USUALLY_FOUND,
  waysOf,
} from '@toolmark/setup';
import { fail, notFound } from './answers.ts';
import type { RestContext } from './deps.ts';
import { readJsonBody, refuseBody } from './json-body.ts';
import { text, wholeNumber } from './parameters.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';

const NAME = {
  namespace: 'What stands before the slash in the name that a server has in the registry.',
  name: 'What stands behind it.',
};

/** Servers that can be added. What a registry says is a stranger's word: it is bounded, read leniently and never acted on. */
export const REGISTRY_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/registry/servers',
    id: 'searchRegistry',
    tag: 'servers',
    summary: 'Servers that a registry knows',
    description: 'Of the registry that the config names, by words in their names. Only the latest version of each.',
    query: {
      q: text('Words that occur in a name.', 200),
      limit: wholeNumber('How many.', { least: 1, most: MOST_FOUND, absent: USUALLY_FOUND }),
      cursor: text('Where an earlier list ended.', 2_000),
    },
    answers: { 200: { description: 'As far as they can be understood.', schema: registryServerListSchema } },
    errors: ['unavailable'],
    handle: async (context, deps, { q = '', limit, cursor }) => {
      const registry = deps.registry();
      const found = await registry.search(q.trim(), { limit, cursor });
      if (!found.ok) return refuseAnswer(context, found.error);
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
    summary: 'One server of the registry, and what would be added to the config for it',
    pathParameters: NAME,
    query: NO_QUERY,
    answers: { 200: { description: 'In its latest version.', schema: registryServerDetailSchema } },
    errors: ['not_found', 'unavailable'],
    handle: async (context, deps) => {
      const registry = deps.registry();
      const found = await registry.get(nameOf(context));
      if (!found.ok) return refuseAnswer(context, found.error);
      const taken = deps.servers().map(({ name }) => name);
      return context.json(await toRegistryDetail(found.value, registry.url, taken));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/registry/servers/{namespace}/{name}/plan',
    id: 'planRegistryServer',
    tag: 'servers',
    summary: 'What would be added for a server of the registry, with values for its inputs',
    description:
      'Nothing is added by it. The entry is as it would stand in the config, with the values that were given.',
    pathParameters: NAME,
    query: NO_QUERY,
    body: registryPlanRequestSchema,
    answers: { 200: { description: 'And what is missing or wrong.', schema: registryPlanSchema } },
    errors: ['not_found', 'conflict', 'too_large', 'unsupported_media_type', 'unavailable'],
    handle: async (context, deps) => {
      const body = await readJsonBody(context, registryPlanRequestSchema, deps.limits);
      if (!body.ok) return refuseBody(context, body.error);
      const name = nameOf(context);
      const found = await deps.registry().get(name);
      if (!found.ok) return refuseAnswer(context, found.error);
      const ways = waysOf(found.value.server);
      const { id, values = {} } = body.value;
      const way = ways.find((each) => each.id === id);
      if (way === undefined) {
        const ids = ways.map((each) => each.id);
        return notFound(context, `'${name}' is not to be had as '${id}'.`, suggest(id, ids));
      }
      if (way.problem !== null) return fail(context, 'conflict', way.problem);
      return context.json(await planWay(way, values));
    },
  }),
];

const nameOf = ({ req }: RestContext): string => `${req.param('namespace') ?? ''}/${req.param('name') ?? ''}`;

const CODES: Readonly<Record<RegistryProblem['kind'], ApiErrorCode>> = Object.freeze({
  missing: 'not_found',
  unusable: 'unavailable',
  unreachable: 'unavailable',
});

const refuseAnswer = (context: RestContext, { kind, message }: RegistryProblem): Response =>
  fail(context, CODES[kind], message);
