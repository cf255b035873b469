import {
  ListPromptsResultSchema,
  ListResourcesResultSchema,
  ListResourceTemplatesResultSchema,
  ListToolsResultSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { Era, JsonObject } from '@toolmark/base';
import type { ServerOffer } from '@toolmark/upstream';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_OFFER } from '../../../upstream/src/server.ts';
import type { Catalog, ListMethod } from '../model/catalog.ts';
import { createCatalogBuilder } from './builder.ts';
import { coverageOf } from './coverage.ts';
import { type ListingClient, openListingClients } from './fixtures/listing-clients.ts';

let clients: readonly ListingClient[];
beforeAll(async () => {
  clients = await openListingClients();
});
afterAll(async () => {
  for (const client of clients) await client.close();
});
beforeEach(() => {
  // Both SDKs warn about unknown formats and invalid header declarations.
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => vi.restoreAllMocks());

/** Any JSON value, often in place of an expected one. */
const anything = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    0.5,
    -1,
    Number.POSITIVE_INFINITY,
    '',
    'object',
    'true',
    [],
    {},
    [1],
    ['a'],
    { a: 1 },
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
const orValid = (...right: readonly unknown[]): fc.Arbitrary<unknown> => fc.oneof(anything, fc.constantFrom(...right));
const fields = (shape: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<JsonObject> =>
  fc.record(shape, { requiredKeys: [] });
const orAnything = (shape: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 3, arbitrary: shape }, anything);

const schema = fields({
  type: orValid('object'),
  $schema: orValid('https://json-schema.org/draft/2020-12/schema'),
  properties: orAnything(
    fc.dictionary(fc.constantFrom('a', '__proto__', 'constructor', 'x'), orValid({ type: 'string' })),
  ),
  required: orValid(['a'], ['a', 1]),
  additionalProperties: anything,
  anyOf: anything,
  $ref: orValid('#', '#/$defs/a'),
  $defs: orAnything(fc.dictionary(fc.constant('a'), anything)),
  'x-mcp-header': anything,
});
const icon = fields({ src: orValid('a.png'), mimeType: anything, sizes: orValid(['48x48']), theme: orValid('dark') });
const common = {
  title: anything,
  description: anything,
  icons: orAnything(fc.array(orAnything(icon), { maxLength: 2 })),
  _meta: orValid({ 'a/b': 1 }, { 'io.toolmark/annotations': { class: 'read' } }),
  other: anything,
};
const resourceAnnotations = fields({
  audience: orValid(['user'], ['user', 'robot']),
  priority: orValid(0.5, 2),
  lastModified: orValid('2026-01-01T00:00:00Z', 'yesterday'),
});
const resource = {
  ...common,
  name: anything,
  mimeType: anything,
  size: anything,
  annotations: orAnything(resourceAnnotations),
};

const LISTS: readonly [ListMethod, keyof ServerOffer, fc.Arbitrary<JsonObject>][] = [
  [
    'tools/list',
    'tools',
    fields({
      ...common,
      name: orValid('tool', 'other'),
      inputSchema: orAnything(schema),
      outputSchema: orAnything(schema),
      annotations: orAnything(
        fields({
          title: anything,
          readOnlyHint: anything,
          destructiveHint: anything,
          idempotentHint: anything,
          openWorldHint: anything,
          more: anything,
        }),
      ),
      execution: orAnything(fields({ taskSupport: orValid('optional', 'required'), more: anything })),
    }),
  ],
  [
    'prompts/list',
    'prompts',
    fields({
      ...common,
      name: orValid('prompt'),
      arguments: orAnything(
        fc.array(orAnything(fields({ name: orValid('a'), description: anything, required: anything })), {
          maxLength: 2,
        }),
      ),
    }),
  ],
  ['resources/list', 'resources', fields({ ...resource, uri: orValid('x://y') })],
  ['resources/templates/list', 'resourceTemplates', fields({ ...resource, uriTemplate: orValid('x://{y}') })],
];

const SCHEMAS = {
  'tools/list': ListToolsResultSchema,
  'prompts/list': ListPromptsResultSchema,
  'resources/list': ListResourcesResultSchema,
  'resources/templates/list': ListResourceTemplatesResultSchema,
};

const DUPLICATES: JsonObject[] = [
  { name: 'tool', annotations: { readOnlyHint: true } },
  { name: 'tool', inputSchema: { 'x-mcp-header': null } },
];

const catalogOf = (kind: keyof ServerOffer, entries: readonly unknown[]): Catalog =>
  createCatalogBuilder({ transparent: false, pageSize: 0, serverInfo: { name: 'toolmark', version: '0.1.0' } }).build([
    { server: 'odd', offer: { ...EMPTY_OFFER, [kind]: entries } },
  ]);
const RENAMED = new Set(['name', 'uri', 'uriTemplate', '_meta']);
const parse = (page: Buffer | undefined): JsonObject => JSON.parse(String(page));

const entriesOf = (catalog: Catalog, list: ListMethod, kind: string, era: Era): readonly JsonObject[] =>
  (parse(catalog.page(list, era, undefined)) as Record<string, JsonObject[]>)[kind] ?? [];

describe.each(LISTS)('any answer of a server to %s', (list, kind, entry) => {
  const entries = fc.array(orAnything(entry), { maxLength: 4 });

  it('passes the schemas of SDK 1.x after repairs', () => {
    fc.assert(
      fc.property(entries, (raw) => {
        const catalog = catalogOf(kind, raw);
        const result = SCHEMAS[list].safeParse(parse(catalog.page(list, 'legacy', undefined)));
        expect(result.error?.issues).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  it('can be linted, resolved and fingerprinted', async () => {
    await fc.assert(
      fc.asyncProperty(entries, async (raw) => {
        const catalog = catalogOf(kind, raw);
        coverageOf(catalog);
        for (const tool of catalog.tools) expect((await tool.fingerprint()).prose).toMatch(/^[0-9a-f]{64}$/);
      }),
      { numRuns: 200 },
    );
  });

  it('is accepted by the clients of SDK 1.x and 2.x, in both eras', async () => {
    await fc.assert(
      fc.asyncProperty(entries, async (raw) => {
        const catalog = catalogOf(kind, raw);
        for (const client of clients) {
          const offered = entriesOf(catalog, list, kind, client.era);
          const taken = await client.list(list, (asked, era) => parse(catalog.page(asked, era, undefined)));
          const refused = catalog.problems.filter(({ message }) => message.includes('2026-07-28')).length;
          expect(taken).toHaveLength(offered.length - (client.sdk === '2.x' && client.era === 'modern' ? refused : 0));
        }
      }),
      {
        numRuns: 200,
        // Two definitions of one name, of which clients of 2026-07-28 skip only the effective one.
        examples: kind === 'tools' ? [[DUPLICATES]] : [],
      },
    );
  });

  it('is only changed with a reported repair, and keys keep their order', () => {
    fc.assert(
      fc.property(entry, (raw) => {
        const catalog = catalogOf(kind, [raw]);
        const [offered] = entriesOf(catalog, list, kind, 'modern');
        if (offered === undefined) return;
        const before = parse(Buffer.from(JSON.stringify(raw)));
        const told = (key: string) => catalog.problems.some(({ message }) => message.includes(`': ${key}`));
        const kept = Object.keys(before).filter((key) => !told(key));
        expect(Object.keys(offered).filter((key) => kept.includes(key))).toEqual(kept);
        for (const key of kept.filter((field) => !RENAMED.has(field))) expect(offered[key]).toEqual(before[key]);
      }),
      { numRuns: 300 },
    );
  });
});
