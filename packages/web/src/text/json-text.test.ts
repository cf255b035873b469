import { expect, it } from 'vitest';
import { jsonText } from './json-text.ts';

it.each([
  [{ a: [1] }, '{\n  "a": [\n    1\n  ]\n}'],
  ['a', '"a"'],
  [null, 'null'],
  [undefined, 'undefined'],
])('formats %o as %o', (value, text) => {
  expect(jsonText(value)).toBe(text);
});

it('can omit line breaks', () => {
  expect(jsonText({ a: 1 }, 0)).toBe('{"a":1}');
});

it('reports values that are nested too deeply', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 200_000; level++) deep = [deep];
  expect(jsonText(deep)).toBe('"Nested too deeply to be shown."');
});
