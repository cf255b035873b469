import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../definition.ts';
import { conforms } from './conforms.ts';
import { danglingReferences } from './references.ts';

describe('conforms', () => {
  const tree = {
    type: 'object',
    properties: { root: { $ref: '#/$defs/Node' } },
    $defs: {
      Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' }, v: { type: 'string' } }, required: ['v'] },
    },
  };
  it.each([
    ['a recursive schema', { root: { v: 'a', next: { v: 'b' } } }, tree, 'fits'],
    ['a misfit deep inside', { root: { v: 'a', next: { v: 1 } } }, tree, 'misfits'],
    ['a schema that allows everything', 1, true, 'fits'],
    ['a schema that allows nothing', 1, false, 'misfits'],
    ['a keyword we cannot evaluate', {}, { type: 'object', dependentRequired: { a: ['b'] } }, 'unchecked'],
    ['a schema that is none', {}, 'object', 'unchecked'],
    ['a schema with a reference to nowhere', {}, { $ref: '#/$defs/Gone' }, 'unchecked'],
  ])('%s', (_case, value, schema, kind) => expect(conforms(value, schema).kind).toBe(kind));

  it.each([
    ['leaves out patterns of a schema from the wire', {}, 'fits'],
    ['runs those of a schema of one\u2019s own', { patterns: true }, 'misfits'],
  ])('%s', (_case, options, kind) => {
    const schema = {
      type: 'object',
      properties: { pattern: { type: 'string', pattern: '^b+$' } },
      required: ['pattern'],
    };
    expect(conforms({ pattern: 'a' }, schema, options).kind).toBe(kind);
    expect(conforms({}, schema, options).kind).toBe('misfits');
  });

  it.each([
    ['not', { not: { pattern: '^b' } }],
    [
      'oneOf',
      {
        oneOf: [
          { type: 'string', pattern: '^a' },
          { type: 'string', pattern: '^b' },
        ],
      },
    ],
    ['a property below', { type: 'object', properties: { a: { not: { pattern: '^b' } } } }],
  ])('does not report a false mismatch when it skips a pattern under %s', (_case, schema) => {
    expect(conforms('a', schema).kind).toBe('unchecked');
  });

  it('terminates for any pattern of a server', () => {
    const evil = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
    expect(conforms({ a: `${'a'.repeat(40)}!` }, evil).kind).toBe('fits');
    expect(conforms({}, { patternProperties: { '^(a+)+$': {} } }).kind).toBe('unchecked');
  });

  it('stops walking an endless schema', () => {
    expect(conforms(1, { enum: Array.from({ length: 300_000 }, (_unused, index) => index) }).kind).toBe('unchecked');
  });

  const many = <T>(count: number, of: (index: number) => T): readonly T[] =>
    Array.from({ length: count }, (_unused, index) => of(index));
  /** A chain of schemas, each any of three times the next one, so that validation takes 3^n steps. */
  const fan = (count: number): JsonSchema => ({
    type: 'object',
    properties: { x: { $ref: '#/$defs/a0' } },
    $defs: Object.fromEntries(
      many(count, (index) => [
        `a${index}`,
        index === count - 1 ? { type: 'number' } : { anyOf: many(3, () => ({ $ref: `#/$defs/a${index + 1}` })) },
      ]),
    ),
  });
  const nested = (levels: number): unknown => many(levels, () => 0).reduce<unknown>((inner) => ({ x: inner }), 1);
  const either = { type: 'object', properties: { x: { $ref: '#/$defs/a' } }, required: ['x'] };

  it.each<[string, unknown, JsonSchema]>([
    ['alternatives of alternatives', { x: 'a' }, fan(30)],
    [
      'alternatives at each level of the value',
      nested(60),
      { $ref: '#/$defs/a', $defs: { a: { anyOf: [either, either] } } },
    ],
    ['a reference to itself', 1, { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } }],
    ['a long list of values for each item', many(4_000, String), { items: { enum: many(4_000, (index) => -index) } }],
    ['many properties for each item', many(4_000, () => ({})), { items: { required: many(4_000, String) } }],
    [
      'a large value under many schemas',
      { x: many(9_000, () => 1) },
      { properties: { x: { allOf: many(900, () => ({})) } } },
    ],
  ])('ends soon, whatever a schema says about one value: %s', (_case, value, schema) => {
    expect(conforms(value, schema)).toMatchObject({
      kind: 'unchecked',
      reason: expect.stringMatching(/too long|itself/),
    });
  });

  it('checks what takes no longer than a value of its size', () => {
    expect(conforms({ x: 'a' }, fan(5)).kind).toBe('misfits');
    expect(
      conforms(many(5_000, String), { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }).kind,
    ).toBe('fits');
  });

  it('names the place of the mismatch', () => {
    expect(conforms({ root: { v: 1 } }, tree)).toMatchObject({ problems: [{ path: 'root.v' }] });
  });
});

describe('danglingReferences', () => {
  it('handles a list of 300,000 values', () => {
    expect(danglingReferences({ enum: Array.from({ length: 300_000 }, () => 'x') })).toEqual([]);
  });

  it.each([
    [{ $ref: '#/$defs/A', $defs: { A: {} } }, []],
    [{ $ref: '#' }, []],
    [{ properties: { a: { $ref: '#/$defs/A' } } }, ['#/$defs/A']],
    [{ items: [{ $ref: '#/items/1' }, {}] }, []],
    [{ $ref: '#/$defs/a~1b%20c', $defs: { 'a/b c': {} } }, []],
    [{ $ref: 'https://example.com/schema' }, []],
    [{ $ref: '#/__proto__' }, ['#/__proto__']],
  ])('%j', (schema, dangling) => expect(danglingReferences(schema)).toEqual(dangling));
});
