import { readFileSync } from 'node:fs';
import type { Tool } from '@modelcontextprotocol/client';
import { lint, PROFILES } from '@toolmark/annotations';
import { testAnnotations } from '@toolmark/kit/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { ERROR_CODES } from './errors.ts';
import { connect } from './fixtures/connect.ts';
import { noOffline as offline } from './fixtures/no-offline.ts';
import { MODULES } from './modules/modules.ts';
import { OAUTH_TOOLS } from './modules/oauth/index.ts';
import { createNextcloudServer } from './server.ts';

/** A tool as the reference declares it. */
interface Listed {
  readonly name: string;
  readonly title: string;
  readonly module: string;
  readonly scopes: readonly string[];
  readonly params: readonly { readonly name: string; readonly required: boolean }[];
}

const inventory = JSON.parse(
  readFileSync(new URL('../fixtures/inventory.json', import.meta.url), 'utf8'),
) as readonly Listed[];
const modules = [...MODULES, { name: 'oauth', tools: OAUTH_TOOLS }];
const names = new Set<string>(modules.map(({ name }) => name));
const listed = inventory.filter(({ module }) => names.has(module));

const unreachable = () => Promise.reject(new Error('This test calls no tool.'));
describe.each(PROFILES.map(({ name }) => name))('with the rules of %s', (profile) => {
  testAnnotations(
    { describe, it },
    {
      target: { server: () => createNextcloudServer({ nextcloud: unreachable, offline }) },
      table: new URL('../TOOLS.md', import.meta.url),
      profile,
    },
  );
});

const connected = await connect({ offline });
afterAll(() => connected[Symbol.asyncDispose]());
const { tools } = await connected.client.listTools();
const byName = new Map(tools.map((tool) => [tool.name, tool]));
const named = (pattern: RegExp): readonly Tool[] => tools.filter(({ name }) => pattern.test(name));

describe('the tools', () => {
  it('are those of the inventory, and no others', () => {
    expect(tools.map(({ name }) => name).toSorted()).toEqual(listed.map(({ name }) => name).toSorted());
  });

  it.each(listed.map((tool) => [tool.name, tool] as const))('%s has its title, parameters and scopes', (name, tool) => {
    const found = byName.get(name);
    expect(found?.title).toBe(tool.title);
    const properties = Object.keys(found?.inputSchema.properties ?? {});
    expect(properties).toEqual(expect.arrayContaining(tool.params.map((param) => param.name)));
    const scopes = modules.flatMap((module) => module.tools).find((each) => each.name === name)?.scopes;
    // Reading shares needs no right to write them; the reference asked for it.
    const isShareRead = /^nc_share_(get|list)$/.test(name);
    expect(scopes).toEqual(isShareRead ? ['sharing:read'] : tool.scopes);
  });

  it('describe every parameter, at any depth, and what they return', () => {
    for (const { name, inputSchema, outputSchema } of tools)
      expect([name, undescribedProperties(inputSchema), outputSchema?.['type']]).toEqual([name, [], 'object']);
  });

  it('are in TOOLS.md with their title, module and scopes', () => {
    const table = readFileSync(new URL('../TOOLS.md', import.meta.url), 'utf8');
    const rows = [...table.matchAll(/^\| `(\w+)` +\|(.*)\|$/gm)].map(([, name, rest = '']) => [
      name,
      ...rest.split('|').map((cell) => cell.trim()),
    ]);
    const expected = modules.flatMap((module) =>
      module.tools.map(({ name, scopes }) => [name, byName.get(name)?.title, module.name, scopes.join(' ')]),
    );
    const sorted = (all: readonly (readonly unknown[])[]) =>
      all.toSorted((one, other) => (String(one[0]) < String(other[0]) ? -1 : 1));
    expect(sorted(rows)).toEqual(sorted(expected));
  });

  it('have no finding that is an error', () => {
    expect(lint(tools).filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});

/** Properties without a description. The kit checks them too, before a tool is registered; this reads them off the wire. */
function undescribedProperties(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.values(schema).flatMap(undescribedProperties);
  if (!('properties' in schema) || !('type' in schema)) return inner;
  const own = Object.entries(schema.properties as Readonly<Record<string, object>>);
  return [...inner, ...own.filter(([, property]) => !('description' in property)).map(([name]) => name)];
}

// The test functions of the reference's testing strategy, over all modules: its own test left out deck and sharing.
describe('the annotations', () => {
  it('all tools have titles', () => {
    for (const { name, title = '' } of tools)
      expect([name, title.trim() !== '' && title !== name]).toEqual([name, true]);
  });

  it('all tools have all four hints', () => {
    for (const { name, annotations } of tools)
      expect([name, Object.values(annotations ?? {}).filter((value) => typeof value === 'boolean').length]).toEqual([
        name,
        4,
      ]);
  });

  it('read-only tools are marked read-only, and never destructive', () => {
    for (const { name, annotations } of named(/(^|_)(list|search|get|find)_/))
      expect([name, annotations]).toMatchObject([name, { readOnlyHint: true, destructiveHint: false }]);
  });

  it('destructive tools are marked destructive', () => {
    for (const { name, annotations } of named(/delete|remove|revoke|unassign|update|bulk|manage/))
      expect([name, annotations]).toMatchObject([name, { readOnlyHint: false, destructiveHint: true }]);
  });

  it('delete operations are idempotent', () => {
    for (const { name, annotations } of named(/delete/))
      expect([name, annotations]).toMatchObject([name, { idempotentHint: true }]);
  });

  it('create operations are not idempotent, and destroy nothing', () => {
    for (const { name, annotations } of named(/create/))
      expect([name, annotations]).toMatchObject([name, { idempotentHint: false, destructiveHint: false }]);
  });

  it('update operations are not idempotent', () => {
    for (const { name, annotations } of named(/update/))
      expect([name, annotations]).toMatchObject([name, { idempotentHint: false }]);
  });

  it('writing a file is idempotent and overwrites', () => {
    expect(byName.get('nc_webdav_write_file')?.annotations).toMatchObject({
      idempotentHint: true,
      destructiveHint: true,
    });
  });

  it('semantic search is open-world', () => {
    expect(byName.get('nc_semantic_search')?.annotations).toMatchObject({ readOnlyHint: true, openWorldHint: true });
  });

  it('every tool is open-world: Nextcloud is another system than this server', () => {
    for (const { name, annotations } of tools) expect([name, annotations?.openWorldHint]).toEqual([name, true]);
  });

  it('are consistent within each module, deck and sharing too', () => {
    for (const { name: module, tools: own } of modules) {
      const hints = new Map(own.map(({ name }) => [name, byName.get(name)?.annotations]));
      for (const [name, each] of hints) {
        if (/list|search|get/.test(name)) expect([name, each]).toMatchObject([name, { readOnlyHint: true }]);
        if (name.includes('delete'))
          expect([name, each]).toMatchObject([name, { destructiveHint: true, idempotentHint: true }]);
        expect([name, each?.readOnlyHint === true && each.destructiveHint === true]).toEqual([name, false]);
      }
      const isLookedAt = [...hints.keys()].some((name) => /list|search|get|delete|check/.test(name));
      expect([module, isLookedAt]).toEqual([module, true]);
    }
  });

  it('of notes are those of the reference', () => {
    const create = byName.get('nc_notes_create_note');
    expect([create?.title, create?.annotations?.idempotentHint]).toEqual(['Create Note', false]);
    const remove = byName.get('nc_notes_delete_note');
    expect([remove?.title, remove?.annotations?.destructiveHint, remove?.annotations?.idempotentHint]).toEqual([
      'Delete Note',
      true,
      true,
    ]);
    const search = byName.get('nc_notes_search_notes');
    expect([search?.title, search?.annotations?.readOnlyHint]).toEqual(['Search Notes', true]);
  });
});

describe('the errors', () => {
  it('are those of the README, and no others', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    expect([...readme.matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(([, code]) => code)).toEqual([...ERROR_CODES]);
  });
});
