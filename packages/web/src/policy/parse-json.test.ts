import { expect, it } from 'vitest';
import { parseObject } from './parse-json.ts';

it.each<[string, unknown]>([
  ['', undefined],
  [' \n', undefined],
  ['{}', {}],
  ['{"a": [1]}', { a: [1] }],
])('%j is %j', (text, value) => expect(parseObject(text)).toEqual({ ok: true, value }));

it.each([
  ['[]', 'It must be an object, in braces.'],
  ['null', 'It must be an object, in braces.'],
  ['"a"', 'It must be an object, in braces.'],
  ['{a: 1}', expect.stringContaining('This is no JSON: ')],
])('%j is refused', (text, problem) => expect(parseObject(text)).toEqual({ ok: false, problem }));
