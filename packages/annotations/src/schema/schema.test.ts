import { describe, expect, it } from 'vitest';
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
