import {
  movedSecretsSchema,
  moveSecretsRequestSchema,
  secretListSchema,
  secretRequestSchema,
  secretSchema,
} from '@toolmark/api-contract';
import { readJsonBody, refuseBody } from './json-body.ts';
import { refuseEdit } from './refusals.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';

const NAME = { name: 'The name of a secret.' };

/** Secrets of the config. Their values can be set but never read. */
export const SECRET_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/secrets',
    id: 'listSecrets',
    tag: 'access',
    summary: 'Lists secrets without their values, including missing ones that the config refers to',
    query: NO_QUERY,
    answers: { 200: { description: 'All secrets, missing ones first.', schema: secretListSchema } },
    errors: [],
    handle: async (context, { secrets }) => {
      const all = await secrets.list();
      return context.json({ secrets: all, total: all.length });
    },
  }),
  defineRoute({
    method: 'put',
    path: '/secrets/{name}',
    id: 'setSecret',
    tag: 'access',
    summary: 'Sets a secret, or changes its value',
    description: 'Servers that use it are restarted.',
    pathParameters: NAME,
    query: NO_QUERY,
    body: secretRequestSchema,
    answers: { 200: { description: 'The stored secret.', schema: secretSchema } },
    errors: ['too_large', 'unsupported_media_type', 'unavailable'],
    handle: async (context, { secrets, limits }) => {
      const body = await readJsonBody(context, secretRequestSchema, limits);
      if (!body.ok) return refuseBody(context, body.error);
      const set = await secrets.set(context.req.param('name') ?? '', body.value.value);
      return set.ok ? context.json(set.value) : refuseEdit(context, set.error);
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/secrets/{name}',
    id: 'removeSecret',
    tag: 'access',
    summary: 'Removes a secret',
    description: 'Servers whose config refers to it are not started until it is set again.',
    pathParameters: NAME,
    query: NO_QUERY,
    answers: { 200: { description: 'The remaining secrets.', schema: secretListSchema } },
    errors: ['not_found', 'unavailable'],
    handle: async (context, { secrets }) => {
      const removed = await secrets.remove(context.req.param('name') ?? '');
      if (!removed.ok) return refuseEdit(context, removed.error);
      const all = await secrets.list();
      return context.json({ secrets: all, total: all.length });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/servers/{name}/secrets',
    id: 'moveSecrets',
    tag: 'servers',
    summary: 'Moves plain secrets of a server out of the config',
    description: 'Stores each value as a secret, and replaces it by a reference.',
    pathParameters: { name: 'The name of a server in the config.' },
    query: NO_QUERY,
    body: moveSecretsRequestSchema,
    answers: { 200: { description: 'The moved secrets, or those a dry run would move.', schema: movedSecretsSchema } },
    errors: ['not_found', 'conflict', 'too_large', 'unsupported_media_type', 'unavailable'],
    handle: async (context, { secrets, limits }) => {
      const body = await readJsonBody(context, moveSecretsRequestSchema, limits);
      if (!body.ok) return refuseBody(context, body.error);
      const moved = await secrets.move(context.req.param('name') ?? '', body.value);
      return moved.ok ? context.json(moved.value) : refuseEdit(context, moved.error);
    },
  }),
];
