import { expect, it } from 'vitest';
import { parseObject } from './parse-json.ts';

it.each<[string, unknown]>([
  ['', undefined],
  [' \n', undefined],
  ['{}', {}],
  ['{"a": [1]}', { a: [1] }],
])('parses %j as %j', (text, value) => expect(parseObject(text)).toEqual({ ok: true, value }));

it.each([
  ['[]', 'Must be an object in braces.'],
  ['null', 'Must be an object in braces.'],
  ['"a"', 'Must be an object in braces.'],
  ['{a: 1}', expect.stringContaining('Not valid JSON: ')],
])('rejects %j', (text, problem) => expect(parseObject(text)).toEqual({ ok: false, problem }));
