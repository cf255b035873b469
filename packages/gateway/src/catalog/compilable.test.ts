import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type { JsonObject } from '@toolmark/base';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { whyNotCompilable } from './compilable.ts';

/** The client of SDK 1.x does this with every output schema in a list. */
const compile = (schema: JsonObject): unknown => new AjvJsonSchemaValidator().getValidator(schema);

afterEach(() => vi.restoreAllMocks());

describe('whyNotCompilable', () => {
  it.each<[string, JsonObject]>([
    ['an ordinary schema', { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }],
    ['references', { type: 'object', properties: { a: { $ref: '#/$defs/x' } }, $defs: { x: { enum: [1] } } }],
    ['a recursive schema', { type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } } } }],
    ['2020-12', { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', prefixItems: [{}] }],
    ['an absolute $id', { $id: 'https://example.com/a', type: 'object', oneOf: [{ type: 'object' }] }],
    ['a property with the name of a keyword', { type: 'object', properties: { $id: { type: 'string' }, id: {} } }],
    ['a pattern', { type: 'object', properties: { a: { type: 'string', pattern: '^\\p{L}+$' } } }],
  ])('accepts %s', (_case, schema) => {
    expect(whyNotCompilable(schema)).toBeUndefined();
    expect(() => compile(schema)).not.toThrow();
  });

  it.each<[string, JsonObject, string]>([
    ['a dangling reference', { properties: { a: { $ref: '#/$defs/gone' } } }, '$ref "#/$defs/gone" does not resolve'],
    ['an external reference', { properties: { a: { $ref: 'other.json' } } }, '$ref "other.json" does not resolve'],
    [
      'a reference to something else than a schema',
      { $ref: '#/x/y', x: { y: { type: 'date' } } },
      '$ref "#/x/y" does not resolve',
    ],
    [
      'a circular reference',
      { $defs: { a: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
      '$ref "#/$defs/a" does not resolve',
    ],
    ['a pattern of Python', { properties: { a: { pattern: '(?P<x>a)' } } }, 'pattern cannot be "(?P<x>a)"'],
    ['required as a flag', { properties: { a: { required: true } } }, 'required cannot be true'],
    ['exclusiveMinimum of draft 4', { exclusiveMinimum: true }, 'exclusiveMinimum cannot be true'],
    ['id of draft 4', { id: 'x' }, 'id cannot be "x"'],
    ['an unknown type', { properties: { a: { type: 'date' } } }, 'type cannot be "date"'],
    ['no schema', { properties: { a: null } }, 'null is not a schema'],
    [
      'duplicate ids',
      {
        allOf: [
          { $id: 'a', type: 'string' },
          { $id: 'a', type: 'number' },
        ],
      },
      '$id is "a"',
    ],
  ])('rejects %s', (_case, schema, why) => {
    expect(whyNotCompilable(schema)).toBe(why);
    expect(() => compile(schema)).toThrow();
  });

  it('follows each reference once', () => {
    const length = 9_000;
    const ref = (index: number): JsonObject => (index === length ? {} : { $ref: `#/$defs/p${index}` });
    const $defs = Object.fromEntries(Array.from({ length }, (_unused, index) => [`p${index}`, ref(index + 1)]));
    expect(whyNotCompilable({ $defs })).toBeUndefined();
    expect(whyNotCompilable({ $defs: { ...$defs, p8999: { $ref: '#/$defs/p0' } } })).toMatch(/does not resolve$/);
  });

  it('never accepts a schema that cannot be compiled', () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const keyword = fc.constantFrom(
      ...['type', 'enum', 'const', 'required', 'properties', 'patternProperties', 'additionalProperties', 'items'],
      ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'contains', 'propertyNames', 'dependencies', '$ref'],
      ...['$defs', 'definitions', 'pattern', 'format', 'minimum', 'maxLength', 'multipleOf', 'uniqueItems', 'nullable'],
      ...[
        '$id',
        'id',
        '$anchor',
        '$schema',
        '$async',
        'default',
        'dependentRequired',
        'prefixItems',
        'additionalItems',
      ],
      ...['$recursiveRef', '$dynamicRef', '$comment', 'discriminator', 'formatMinimum', 'contentEncoding', 'a', 'b'],
    );
    const { schema } = fc.letrec((tie) => ({
      schema: fc.dictionary(
        keyword,
        fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('leaf'), tie('schema'), tie('list')),
        {
          maxKeys: 4,
        },
      ),
      list: fc.array(fc.oneof({ depthSize: 'small' }, tie('leaf'), tie('schema')), { maxLength: 3 }),
      leaf: fc.constantFrom<unknown>(
        ...[null, true, false, 0, 1, -1, 1.5, '', 'a', 'object', 'string', 'array', 'integer', '#', '#/$defs/a'],
        ...['#/properties/a', '#/allOf/0', '#a', 'https://example.com/x', '[', '^a$', 'date-time', '\\p{L}'],
      ),
    }));
    let passed = 0;
    fc.assert(
      fc.property(schema as fc.Arbitrary<JsonObject>, (candidate) => {
        if (whyNotCompilable(candidate) !== undefined) return;
        passed++;
        expect(() => compile(candidate)).not.toThrow();
      }),
      { numRuns: Number(process.env['RUNS'] ?? 2_000) },
    );
    expect(passed).toBeGreaterThan(100);
  });
});
