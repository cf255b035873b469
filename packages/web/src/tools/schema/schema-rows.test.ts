import { describe, expect, it } from 'vitest';
import { schemaRows } from './schema-rows.ts';
import { readShape } from './shape.ts';

const SCHEMA = {
  type: 'object',
  required: ['where'],
  properties: {
    where: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    tags: { type: 'array', items: { type: 'object', properties: { label: { type: 'string' } } } },
    target: { oneOf: [{ title: 'By id', type: 'integer' }, { type: 'string' }] },
    labels: { type: 'object', additionalProperties: { enum: ['a'] } },
    plain: { type: 'array', items: { type: 'string' } },
  },
};
const short = (schema: unknown, isOpen: Parameters<typeof schemaRows>[1]): readonly string[] =>
  schemaRows(readShape(schema), isOpen).map(
    ({ depth, name, isRequired, isOpen: isUnfolded }) =>
      `${'  '.repeat(depth)}${name}${isRequired ? '*' : ''}${isUnfolded ? ' -' : ''}`,
  );

describe('schemaRows', () => {
  it('shows the first level if nothing is expanded', () => {
    expect(short(SCHEMA, () => false)).toEqual(['where*', 'tags', 'target', 'labels', 'plain']);
  });

  it('shows the contents of everything that is expanded', () => {
    expect(short(SCHEMA, () => true)).toEqual([
      'where* -',
      '  city*',
      'tags -',
      '  Each item -',
      '    label',
      'target -',
      '  By id',
      '  Option 2',
      'labels -',
      '  Each value',
      'plain',
    ]);
  });

  it('gives every row a unique path', () => {
    const rows = schemaRows(readShape(SCHEMA), () => true);
    expect(new Set(rows.map(({ path }) => path)).size).toBe(rows.length);
  });

  it('stops at a recursive schema, whatever is expanded', () => {
    const endless = { type: 'object', properties: { a: { $ref: '#' }, b: { $ref: '#' } } };
    expect(short(endless, () => true)).toHaveLength(2_000);
  });

  it('shows the alternatives of the whole', () => {
    expect(short({ anyOf: [{ type: 'string' }, { type: 'null' }] }, () => true)).toEqual(['Option 1', 'Option 2']);
  });
});
