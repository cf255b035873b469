import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDescription } from './format.ts';
import { readDescription } from './read.ts';

describe('a description', () => {
  it('can be read back from what formatDescription wrote', () => {
    const text = formatDescription({
      summary: 'Lists breakpoints. ',
      returns: 'breakpoints: id, file and line of each.',
      preconditions: 'A session is active.',
      example: { breakpoints: [{ id: 1, file: 'a{b.ts', line: 3 }] },
    });
    expect(text).toBe(
      [
        'Lists breakpoints.',
        '',
        'Returns: breakpoints: id, file and line of each.',
        'Preconditions: A session is active.',
        'Example response: {"breakpoints":[{"id":1,"file":"a{b.ts","line":3}]}',
      ].join('\n'),
    );
    expect(readDescription(text)).toEqual({
      saysReturns: true,
      saysPreconditions: true,
      example: { kind: 'json', value: { breakpoints: [{ id: 1, file: 'a{b.ts', line: 3 }] } },
    });
  });

  it.each([
    ['plain prose', 'Adds two numbers, for example 1 and 2.', { kind: 'none' }],
    [
      'a fenced block',
      'Gets it.\n\nExample:\n```json\n{"a": [1, 2]}\n```\nThat is all.',
      { kind: 'json', value: { a: [1, 2] } },
    ],
    ['a fence without the word', 'Gets it. ```json\n[]\n```', { kind: 'json', value: [] }],
    ['an example that is broken', 'Example response: {"a": 1,}', { kind: 'broken', text: '{"a": 1,}' }],
    ['an example that never closes', 'Example: {"a": 1\nmore', { kind: 'broken', text: '{"a": 1' }],
    ['an example that is no JSON at all', 'Example: call it with 3', { kind: 'none' }],
  ])('finds the example in %s', (_case, text, example) => expect(readDescription(text).example).toEqual(example));

  it('stops after a maximum number of markers in a text that announces examples endlessly', () => {
    expect(readDescription('Example: {"a": [\n'.repeat(40_000)).example.kind).toBe('broken');
  });

  it('does not treat words in the example as prose', () => {
    expect(readDescription('Gets it. Example: {"result": "required"}')).toMatchObject({
      saysReturns: false,
      saysPreconditions: false,
    });
  });

  it('reads back any JSON object that it wrote', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (example) => {
        const given: unknown = JSON.parse(JSON.stringify(example));
        expect(readDescription(formatDescription({ summary: 'X.', example })).example).toEqual({
          kind: 'json',
          value: given,
        });
      }),
    );
  });
});
