import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { jsonSchemaOf } from './tool-schema.ts';
import { undescribedParameters } from './undescribed-parameters.ts';

const said = z.string().describe('Said.');
const silent = z.string();

interface Tree {
  readonly name: string;
  readonly children: readonly Tree[];
}
const tree: z.ZodType<Tree> = z.object({ name: silent, children: z.array(z.lazy(() => tree)).describe('Said.') });
const shared = z.object({ inner: silent }).describe('Said.').meta({ id: 'shared-in-undescribed-parameters' });

describe('undescribedParameters', () => {
  it.each<[string, z.ZodObject, readonly string[]]>([
    ['nothing to describe', z.object({}), []],
    ['all described', z.object({ a: said, b: said.optional() }), []],
    ['some silent, in order', z.object({ a: silent, b: said, c: silent.optional() }), ['a', 'c']],
    ['a blank description', z.object({ a: z.string().describe('  ') }), ['a']],
    ['described inside optional and default', z.object({ a: said.optional(), b: said.default('x') }), []],
    ['described on one side of null', z.object({ a: said.nullable() }), []],
    ['a nested object', z.object({ filter: z.object({ a: said, b: silent }).describe('Said.') }), ['filter.b']],
    ['both a parent and its child', z.object({ filter: z.object({ b: silent }) }), ['filter', 'filter.b']],
    ['objects in a list', z.object({ tags: z.array(z.object({ a: silent })).describe('Said.') }), ['tags[].a']],
    ['objects in a tuple', z.object({ pair: z.tuple([z.object({ a: silent })]).describe('Said.') }), ['pair[].a']],
    [
      'a dictionary of objects',
      z.object({ by: z.record(z.string(), z.object({ a: silent })).describe('Said.') }),
      ['by.*.a'],
    ],
    [
      'a union, each parameter once',
      z.object({
        u: z.union([z.object({ a: silent }), z.object({ a: silent, b: said, c: silent })]).describe('Said.'),
      }),
      ['u.a', 'u.c'],
    ],
    ['a definition used twice', z.object({ a: shared, b: shared }), ['a.inner', 'b.inner']],
    ['a recursive schema', z.object({ root: tree }), ['root', 'root.name']],
  ])('%s', (_, schema, expected) => {
    const json = jsonSchemaOf(schema, 'input');
    expect(undescribedParameters(json.ok ? json.value : {})).toEqual(expected);
  });

  it.each([
    ['a reference to nowhere', { properties: { a: { $ref: '#/$defs/none' } } }, ['a']],
    ['a reference elsewhere', { properties: { a: { $ref: 'https://example.com/a.json' } } }, ['a']],
    ['a reference to itself', { $defs: { a: { $ref: '#/$defs/a' } }, properties: { a: { $ref: '#/$defs/a' } } }, ['a']],
    [
      'an escaped reference',
      { $defs: { 'a/b': { description: 'Said.' } }, properties: { a: { $ref: '#/$defs/a~1b' } } },
      [],
    ],
    ['pattern properties', { patternProperties: { '^x': { properties: { a: {} } } } }, ['*.a']],
    ['properties that are none', { properties: ['a'], items: true, anyOf: 'x' }, []],
  ])('%s', (_, schema, expected) => {
    expect(undescribedParameters(schema)).toEqual(expected);
  });
});
