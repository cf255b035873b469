import { describe, expect, it } from 'vitest';
import type { Scope } from '../model/scope.ts';
import { createCatalogBuilder } from './builder.ts';
import { OPTIONS, offerOf, toolOf } from './fixtures/offers.ts';

const shared = { uri: 'file:///a', name: 'a' };
const has = { capabilities: { tools: {}, resources: {}, prompts: {} } };
const PUBLIC = { ttlMs: 60_000, cacheScope: 'public' } as const;
const caching = { tools: PUBLIC, prompts: PUBLIC, resources: PUBLIC, resourceTemplates: PUBLIC };
const catalog = createCatalogBuilder(OPTIONS).build([
  offerOf('files', { ...has, caching, tools: [toolOf('read')], resources: [shared], prompts: [{ name: 'p' }] }),
  offerOf('notes', {
    ...has,
    caching,
    tools: [toolOf('search', { annotations: { readOnlyHint: true } }), toolOf('delete_note')],
    resources: [shared, { uri: 'note://1', name: 'n' }],
    resourceTemplates: [{ uriTemplate: 'note://{id}', name: 't' }],
    prompts: [{ name: 'p' }],
  }),
]);
const reading: Scope = {
  key: 'notes, reading',
  hasServer: (server) => server === 'notes',
  hasTool: ({ resolution }) => resolution.class === 'read',
};
const page = (list: 'tools/list' | 'resources/list', of = catalog.within(reading)): Record<string, unknown> =>
  JSON.parse(String(of.page(list, 'modern', undefined)));

describe('a scoped catalog', () => {
  const seen = catalog.within(reading);

  it('has only entries in its scope, with the names of the whole catalog', () => {
    expect({
      servers: seen.servers,
      tools: [...seen.toolsByName.keys()],
      prompts: [...seen.promptsByName.keys()],
      templates: seen.templates.map(({ exposed }) => exposed),
      listed: (page('tools/list')['tools'] as { name: string }[]).map(({ name }) => name),
    }).toEqual({
      servers: ['notes'],
      tools: ['notes__search'],
      prompts: ['notes__p'],
      templates: ['note://{id}'],
      listed: ['notes__search'],
    });
    expect(seen.toolsByName.get('notes__search')).toBe(catalog.toolsByName.get('notes__search'));
  });

  it('has URIs that do not reveal other servers', () => {
    expect(catalog.exposedUri('notes', 'file:///a')).toBe('toolmark://notes/file:///a');
    expect(seen.exposedUri('notes', 'file:///a')).toBe('file:///a');
    expect(seen.resources.map(({ exposed }) => exposed)).toEqual(['file:///a', 'note://1']);
    expect(seen.routesOf('file:///a')).toEqual([{ server: 'notes', uri: 'file:///a' }]);
    // Like any unknown server: the remaining one may know the URI.
    expect(seen.routesOf('toolmark://files/file:///a').map(({ server }) => server)).toEqual(['notes']);
  });

  it('is private, even if servers allow public caching', () => {
    expect([page('tools/list', catalog)['cacheScope'], page('tools/list')['cacheScope']]).toEqual([
      'public',
      'private',
    ]);
  });

  it('is built once per scope', () => {
    expect(catalog.within({ ...reading })).toBe(seen);
    expect(catalog.within({ ...reading, key: 'another' })).not.toBe(seen);
  });
});
