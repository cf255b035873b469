import { expect, it } from 'vitest';
import { maskToken } from './mask-token.ts';

it.each([
  ['a abc b abc', 'abc', 'a •••••••• b ••••••••'],
  ['a.c abc', 'a.c', '•••••••• abc'],
  ['nothing in it', 'abc', 'nothing in it'],
  ['abc', null, 'abc'],
  ['abc', '', 'abc'],
])('%j without %j is %j', (text, token, expected) => {
  expect(maskToken(text, token)).toBe(expected);
});
