import type { JsonObject } from '@toolmark/base';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ListingClient, openListingClients } from './fixtures/listing-clients.ts';
import { readParamHeaders } from './param-headers.ts';

const region = { type: 'string', 'x-mcp-header': 'Region' };
const object = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...rest });

describe('readParamHeaders', () => {
  it.each<[string, unknown, readonly unknown[]]>([
    ['none', object({ a: { type: 'string' } }), []],
    ['no schema', 'none', []],
    ['one', object({ region }), [{ header: 'mcp-param-region', path: ['region'] }]],
    [
      'nested ones',
      object({ filter: object({ where: object({ region }) }), dry: { type: 'boolean', 'x-mcp-header': 'Dry-Run' } }),
      [
        { header: 'mcp-param-region', path: ['filter', 'where', 'region'] },
        { header: 'mcp-param-dry-run', path: ['dry'] },
      ],
    ],
  ])('finds %s', (_case, schema, headers) => expect(readParamHeaders(schema)).toEqual({ kind: 'valid', headers }));

  it.each<[string, unknown, string]>([
    ['a number', object({ a: { type: 'string', 'x-mcp-header': 1 } }), 'x-mcp-header 1 is not a header name'],
    ['an empty text', object({ a: { type: 'string', 'x-mcp-header': '' } }), 'x-mcp-header "" is not a header name'],
    [
      'a line break',
      object({ a: { type: 'string', 'x-mcp-header': 'a\r\nb' } }),
      'x-mcp-header "a\\r\\nb" is not a header name',
    ],
    [
      'a number',
      object({ a: { type: 'number', 'x-mcp-header': 'A' } }),
      'x-mcp-header "A" is on a parameter of type "number"',
    ],
    [
      'the same name in other case',
      object({ a: region, b: { type: 'string', 'x-mcp-header': 'REGION' } }),
      'x-mcp-header "REGION" is a duplicate',
    ],
    [
      'an element of a list',
      object({ a: { type: 'array', items: object({ region }) } }),
      'x-mcp-header "Region" is not on a property of the arguments',
    ],
    ['a definition', object({}, { $defs: { region } }), 'x-mcp-header "Region" is not on a property of the arguments'],
    [
      'the arguments as a whole',
      object({}, { 'x-mcp-header': 'All' }),
      'x-mcp-header "All" is not on a property of the arguments',
    ],
  ])('rejects %s', (_case, schema, reason) => expect(readParamHeaders(schema)).toEqual({ kind: 'invalid', reason }));
});

const NESTED = { maxDepth: 4 };

describe('compared with the client of SDK 2.x', () => {
  let clients: readonly ListingClient[];
  beforeAll(async () => {
    clients = await openListingClients();
  });
  afterAll(async () => {
    for (const client of clients) await client.close();
  });

  it('a tool is rejected by both or by neither', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const modern = clients.find(({ era }) => era === 'modern');
    const keyword = fc.constantFrom('properties', 'items', 'oneOf', '$defs', 'patternProperties', 'if', 'other');
    const { schema } = fc.letrec((tie) => ({
      schema: fc
        .tuple(
          fc.record(
            {
              type: fc.constantFrom('string', 'integer', 'object'),
              'x-mcp-header': fc.constantFrom('A', 'b', 'a', 'c d'),
            },
            { requiredKeys: ['type'] },
          ),
          fc.dictionary(keyword, fc.oneof(NESTED, tie('leaf'), tie('map'), tie('list'), tie('schema')), {
            maxKeys: 2,
          }),
        )
        .map(([own, nested]) => ({ ...own, ...nested })),
      map: fc.dictionary(fc.constantFrom('p', 'q', 'r'), fc.oneof(NESTED, tie('leaf'), tie('schema')), { maxKeys: 3 }),
      list: fc.array(fc.oneof(NESTED, tie('leaf'), tie('schema')), { maxLength: 2 }),
      leaf: fc.constant({ type: 'string' }),
    }));
    const verdicts = { valid: 0, invalid: 0 };
    await fc.assert(
      fc.asyncProperty(schema as fc.Arbitrary<JsonObject>, async (raw) => {
        const { 'x-mcp-header': _root, ...rest } = raw;
        const inputSchema = { ...rest, type: 'object' };
        const taken = await modern?.list('tools/list', () => ({
          resultType: 'complete',
          ttlMs: 0,
          cacheScope: 'private',
          tools: [{ name: 'x', inputSchema }],
        }));
        const { kind } = readParamHeaders(inputSchema);
        verdicts[kind]++;
        expect(taken).toHaveLength(kind === 'valid' ? 1 : 0);
      }),
      { numRuns: 300 },
    );
    expect(Math.min(verdicts.valid, verdicts.invalid)).toBeGreaterThan(20);
  });
});
