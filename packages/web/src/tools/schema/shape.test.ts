import { describe, expect, it } from 'vitest';
import { flatten } from './flatten.ts';
import { readShape } from './shape.ts';

describe('readShape', () => {
  it.each<[string, unknown, string]>([
    ['a string', { type: 'string' }, 'string'],
    ['a format', { type: 'string', format: 'date-time' }, 'string (date-time)'],
    ['two types', { type: ['string', 'null'] }, 'string or null'],
    ['a list', { type: 'array', items: { type: 'integer' } }, 'list of integer'],
    ['a list of lists', { type: 'array', items: { type: 'array', items: { type: 'string' } } }, 'list of items'],
    ['a list of objects', { type: 'array', items: { type: 'object', properties: { a: {} } } }, 'list of items'],
    ['a list of anything', { type: 'array' }, 'list'],
    ['arbitrary names', { type: 'object', additionalProperties: { type: 'string' } }, 'object of string'],
    ['objects with arbitrary names', { type: 'object', additionalProperties: { $ref: '#' } }, 'object'],
    ['alternatives', { oneOf: [{}, {}] }, 'one of 2'],
    ['values without a type', { enum: [1, 'a'] }, 'value'],
    ['whatever', {}, 'anything'],
    ['true', true, 'anything'],
    ['false', false, 'nothing'],
    ['no schema', 'string', 'anything'],
    ['properties without a type', { properties: { a: {} } }, 'object'],
    ['an unknown type', { type: 'date' }, 'anything'],
    ['an external reference', { $ref: 'https://example.com/x' }, 'see https://example.com/x'],
  ])('names %s', (_, schema, expected) => {
    expect(readShape(schema).type).toBe(expected);
  });

  it.each<[Record<string, unknown>, readonly string[]]>([
    [{ minLength: 1, maxLength: 40 }, ['1 to 40 characters']],
    [{ minLength: 5, maxLength: 5 }, ['exactly 5 characters']],
    [{ minLength: 0 }, []],
    [{ minLength: 1 }, ['at least 1 character']],
    [{ minimum: 0, maximum: 10 }, ['≥ 0', '≤ 10']],
    [{ exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.5 }, ['> 0', '< 1', 'a multiple of 0.5']],
    [{ maxItems: 3, uniqueItems: true }, ['at most 3 items', 'no duplicates']],
    [{ pattern: '^a$' }, ['matches ^a$']],
    [{ additionalProperties: false }, ['no other properties']],
    [{ minimum: '0', maxLength: null }, []],
  ])('describes the limits of %j', (schema, expected) => {
    expect(readShape(schema).limits).toEqual(expected);
  });

  it('reads parameters with all their properties', () => {
    const shape = readShape({
      type: 'object',
      required: ['id', 7],
      properties: {
        id: { type: 'integer', description: 'Which.', examples: [1, 2] },
        mode: { enum: ['fast', 'slow'], default: 'fast', deprecated: true },
      },
    });
    expect(
      shape
        .parameters()
        .map(({ name, isRequired, shape: { description, values, default: usual, examples, isDeprecated } }) => ({
          name,
          isRequired,
          description,
          values,
          usual,
          examples,
          isDeprecated,
        })),
    ).toEqual([
      {
        name: 'id',
        isRequired: true,
        description: 'Which.',
        values: [],
        usual: undefined,
        examples: ['1', '2'],
        isDeprecated: false,
      },
      {
        name: 'mode',
        isRequired: false,
        description: undefined,
        values: ['"fast"', '"slow"'],
        usual: '"fast"',
        examples: [],
        isDeprecated: true,
      },
    ]);
  });

  it('follows references, keywords beside them take precedence', () => {
    const root = {
      $defs: { 'a/b': { type: 'string', description: 'Inner.' } },
      properties: { x: { $ref: '#/$defs/a~1b', description: 'Outer.' } },
    };
    const [x] = readShape(root).parameters();
    expect([x?.shape.type, x?.shape.description]).toEqual(['string', 'Outer.']);
  });

  it('merges allOf', () => {
    const shape = readShape({
      allOf: [
        { properties: { a: { type: 'string' } }, required: ['a'] },
        { properties: { b: { type: 'number' } }, required: ['b'] },
      ],
    });
    expect(shape.parameters().map(({ name, isRequired }) => [name, isRequired])).toEqual([
      ['a', true],
      ['b', true],
    ]);
  });

  it('expands a recursive schema as far as requested, and flags it', () => {
    const root = { type: 'object', properties: { next: { $ref: '#' }, name: { type: 'string' } } };
    let shape = readShape(root);
    const told: boolean[] = [];
    for (let depth = 0; depth < 4; depth++) {
      shape = shape.parameters().find(({ name }) => name === 'next')?.shape ?? shape;
      told.push(shape.isRecursive);
    }
    expect(told).toEqual([false, true, true, true]);
  });

  it('stops at circular references', () => {
    const root = { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' };
    expect(readShape(root)).toMatchObject({ type: 'anything', isRecursive: true });
  });

  it.each(['#/$defs/none', '#/__proto__', '#/constructor/name', '#/%E0%A4%A', 'other.json'])(
    'reports that %s cannot be resolved',
    ($ref) => {
      expect(flatten({ $ref }, { $defs: {} })).toEqual({
        schema: {},
        trail: [$ref],
        isRecursive: false,
        missing: $ref,
      });
    },
  );

  it.each<[string, unknown, boolean]>([
    ['an object with properties', { properties: { a: {} } }, true],
    ['an object without properties', { type: 'object' }, false],
    ['a list of plain values', { type: 'array', items: { type: 'string' } }, false],
    ['a list of objects', { type: 'array', items: { properties: { a: {} } } }, true],
    ['arbitrary names with objects', { additionalProperties: { $ref: '#/$defs/x' } }, true],
    ['alternatives', { anyOf: [{ type: 'string' }, { type: 'null' }] }, true],
  ])('knows whether %s has nested contents', (_, schema, expected) => {
    expect(readShape(schema).hasMore).toBe(expected);
  });
});
