import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeTextProblems, parseJsonText, placeIn } from './json-text.ts';

const read = (text: string): unknown => {
  const parsed = parseJsonText(text);
  return parsed.ok ? parsed.value.value : parsed.error;
};

describe('parseJsonText', () => {
  it('reads the same values as JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        expect(read(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['comments', '{ // one\n "a": /* two */ 1 }', { a: 1 }],
    ['trailing commas', '{"a": [1, 2,], "b": {"c": 3,},}', { a: [1, 2], b: { c: 3 } }],
    ['the last of two keys', '{"a": 1, "a": 2}', { a: 2 }],
    ['line ends of Windows', '{\r\n\t"a": 1\r\n}\r\n', { a: 1 }],
    ['slashes in texts', '{"a": "http://x // y /* z */"}', { a: 'http://x // y /* z */' }],
  ])('accepts %s', (_what, text, wanted) => expect(read(text)).toEqual(wanted));

  it('treats __proto__ as an ordinary key', () => {
    const value = read('{"__proto__": {"polluted": true}, "a": 1, }');
    expect(Object.keys(value as object)).toEqual(['__proto__', 'a']);
    expect('polluted' in (value as object)).toBe(false);
  });

  it.each([
    ['nothing', '', 'line 1, column 1: a value should be here'],
    ['words', '{"a": sk-SECRET}', 'line 1, column 7: this is not JSON; texts are in double quotes'],
    ['a comma that is missing', '{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3: a comma should be here'],
    ['an end that is missing', '{"a": [1', 'line 1, column 9: a closing ] is missing'],
    ['a text without an end', '{"a": "SECRET\n}', 'a text does not end'],
    ['two values', '{} {}', 'line 1, column 4: there is more after the end'],
    ['100,000 levels', '['.repeat(100_000), 'column 201: is nested deeper than 200 levels'],
  ])('reports the position without quoting the text: %s', (_what, text, wanted) => {
    const parsed = parseJsonText(text);
    const told = parsed.ok ? '' : describeTextProblems(text, parsed.error);
    expect(told).toContain(wanted);
    expect(told).not.toContain('SECRET');
  });

  it('counts lines and columns from one', () => {
    expect([placeIn('ab\ncd', 0), placeIn('ab\ncd', 3), placeIn('a\r\nb', 3)]).toEqual([
      'line 1, column 1',
      'line 2, column 1',
      'line 2, column 1',
    ]);
  });
});
