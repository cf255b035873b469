import { describe, expect, it } from 'vitest';
import { isJsonObject, parametersOf, readAnnotations, titleOf } from './definition.ts';

describe('readAnnotations', () => {
  it.each([
    ['absent', undefined, { title: undefined, hints: {}, unknownKeys: [], malformed: [] }],
    ['empty', {}, { title: undefined, hints: {}, unknownKeys: [], malformed: [] }],
    [
      'true, false and absent apart',
      { readOnlyHint: true, destructiveHint: false },
      { title: undefined, hints: { readOnlyHint: true, destructiveHint: false }, unknownKeys: [], malformed: [] },
    ],
    [
      'unknown keys kept, wrong types told',
      { title: 1, streamingHint: true, openWorldHint: null },
      {
        title: undefined,
        hints: {},
        unknownKeys: ['streamingHint'],
        malformed: [
          { key: 'title', expected: 'string', value: 1 },
          { key: 'openWorldHint', expected: 'boolean', value: null },
        ],
      },
    ],
    [
      'a list',
      [],
      {
        title: undefined,
        hints: {},
        unknownKeys: [],
        malformed: [{ key: 'annotations', expected: 'object', value: [] }],
      },
    ],
  ])('%s', (_case, annotations, wanted) => expect(readAnnotations({ name: 'x', annotations })).toEqual(wanted));
});

describe('titleOf', () => {
  it.each([
    [
      { title: 'A', annotations: { title: 'B' } },
      { value: 'A', source: 'title' },
    ],
    [{ annotations: { title: 'B' } }, { value: 'B', source: 'annotations.title' }],
    [
      { title: ' ', annotations: { title: '' } },
      { value: 'x', source: 'name' },
    ],
    [{ title: 3 }, { value: 'x', source: 'name' }],
  ])('%j', (rest, wanted) => expect(titleOf({ name: 'x', ...rest })).toEqual(wanted));
});

describe('parametersOf', () => {
  it('takes no longer for each parameter where many are required', () => {
    const names = Array.from({ length: 150_000 }, (_unused, index) => `p${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, {}]));
    const parameters = parametersOf({ name: 'x', inputSchema: { properties, required: names.toReversed() } });
    expect(parameters.every(({ required }) => required)).toBe(true);
  });

  it('reads every valid parameter and ignores the rest', () => {
    const inputSchema = { properties: { a: { type: 'string' }, b: 'broken' }, required: ['b'] };
    expect(parametersOf({ name: 'x', inputSchema })).toEqual([
      { name: 'a', schema: { type: 'string' }, required: false },
      { name: 'b', schema: {}, required: true },
    ]);
    expect(parametersOf({ name: 'x', inputSchema: { properties: [] } })).toEqual([]);
  });
});

describe('isJsonObject', () => {
  const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown };
  it.each([
    ['an object', {}, true],
    ['an object without a prototype', Object.create(null), true],
    ['one that only looks like a number kept as its text', { rawJSON: '1' }, true],
    ['a number kept as its text', rawJSON('12345678901234567890'), false],
    ['a list', [], false],
    ['null', null, false],
    ['text', 'x', false],
  ])('%s: %s', (_case, value, expected) => expect(isJsonObject(value)).toBe(expected));
});
