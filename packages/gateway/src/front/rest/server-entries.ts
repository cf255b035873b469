import {
  newServerRequestSchema,
  serverEntryRequestSchema,
  serverEntryViewSchema,
  serverListSchema,
  serverSchema,
} from '@toolmark/api-contract';
import { settlesWithin, systemClock } from '@toolmark/base';
import { notFound } from './answers.ts';
import type { RestContext, RestDeps } from './deps.ts';
import { findServer } from './find.ts';
import { readJsonBody, refuseBody } from './json-body.ts';
import { refuseEdit } from './refusals.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';
import { toServer } from './server-view.ts';

/** A server that ignores the end of stdin and SIGTERM is killed sooner than this. */
const END_WAIT_MS = 5_000;

const NAME = { name: 'The name of a server in the config.' };

/** Server entries in the config. Adding one decides which commands run here, so all routes require the owner. */
export const SERVER_ENTRY_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'post',
    path: '/servers',
    id: 'addServer',
    tag: 'servers',
    summary: 'Adds a server to the config',
    query: NO_QUERY,
    body: newServerRequestSchema,
    answers: { 201: { description: 'The new server, which is connecting.', schema: serverSchema } },
    errors: ['conflict', 'too_large', 'unsupported_media_type', 'unavailable'],
    handle: async (context, deps) => {
      const body = await readJsonBody(context, newServerRequestSchema, deps.limits);
      if (!body.ok) return refuseBody(context, body.error);
      const added = await deps.config.add(body.value);
      return added.ok ? answerServer(context, deps, body.value.name, 201) : refuseEdit(context, added.error);
    },
  }),
  defineRoute({
    method: 'get',
    path: '/servers/{name}/entry',
    id: 'getServerEntry',
    tag: 'servers',
    summary: 'The config entry of a server, without its secrets',
    pathParameters: NAME,
    query: NO_QUERY,
    answers: { 200: { description: 'The entry in the file.', schema: serverEntryViewSchema } },
    errors: ['not_found', 'conflict'],
    handle: async (context, { config }) => {
      const entry = await config.entry(context.req.param('name') ?? '');
      return entry.ok ? context.json(entry.value) : refuseEdit(context, entry.error);
    },
  }),
  defineRoute({
    method: 'put',
    path: '/servers/{name}/entry',
    id: 'changeServerEntry',
    tag: 'servers',
    summary: 'Changes a server in the config, or its name',
    description: 'Unchanged masks keep their secrets.',
    pathParameters: NAME,
    query: NO_QUERY,
    body: serverEntryRequestSchema,
    answers: { 200: { description: 'The changed server, which is connecting.', schema: serverSchema } },
    errors: ['not_found', 'conflict', 'too_large', 'unsupported_media_type', 'unavailable'],
    handle: async (context, deps) => {
      const name = context.req.param('name') ?? '';
      const body = await readJsonBody(context, serverEntryRequestSchema, deps.limits);
      if (!body.ok) return refuseBody(context, body.error);
      const changed = await deps.config.change(name, body.value);
      return changed.ok
        ? answerServer(context, deps, body.value.name ?? name, 200)
        : refuseEdit(context, changed.error);
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/servers/{name}',
    id: 'removeServer',
    tag: 'servers',
    summary: 'Removes a server from the config and stops it',
    pathParameters: NAME,
    query: NO_QUERY,
    answers: { 200: { description: 'The remaining servers.', schema: serverListSchema } },
    errors: ['not_found', 'conflict', 'unavailable'],
    handle: async (context, deps) => {
      const name = context.req.param('name') ?? '';
      const removed = await deps.config.remove(name);
      if (!removed.ok) return refuseEdit(context, removed.error);
      await settlesWithin(deps.serverEnded(name), END_WAIT_MS, systemClock);
      const servers = deps.servers().map((server) => toServer(server, deps.catalog()));
      return context.json({ servers, total: servers.length });
    },
  }),
];

function answerServer(context: RestContext, deps: RestDeps, name: string, status: 200 | 201): Response {
  const found = findServer(deps, name);
  // The server may have been removed again at the same moment.
  if (found.kind === 'none') return notFound(context, found.message, found.suggestions);
  return context.json(toServer(found.server, deps.catalog()), status);
}
