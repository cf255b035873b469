import { expect, it } from 'vitest';
import { jsonText } from './json-text.ts';

it.each([
  [{ a: [1] }, '{\n  "a": [\n    1\n  ]\n}'],
  ['a', '"a"'],
  [null, 'null'],
  [undefined, 'undefined'],
])('%o is written as %o', (value, text) => {
  expect(jsonText(value)).toBe(text);
});

it('may be without line breaks', () => {
  expect(jsonText({ a: 1 }, 0)).toBe('{"a":1}');
});

it('what is nested too deeply is said to be', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 200_000; level++) deep = [deep];
  expect(jsonText(deep)).toBe('"This is nested too deeply to be written out."');
});
