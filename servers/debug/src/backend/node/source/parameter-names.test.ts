import { expect, it } from 'vitest';
import { parameterNames } from './parameter-names.ts';

it.each([
  ['(a, b) {}', ['a', 'b']],
  ['() => 1', []],
  ['value => value', ['value']],
  ['(a = 1, b = f(x, y), c) {}', ['a', 'b', 'c']],
  ['({ a, b: c, d = 2 }, [e, , f], ...rest) {}', ['a', 'c', 'd', 'e', 'f', 'rest']],
  ["(a = ')', b = `, ,`, /* c, */ d // e\n, f) {}", ['a', 'b', 'd', 'f']],
  ['({ a: { b, c: [d] }, ...e } = {}) {}', ['b', 'd', 'e']],
  ['$ => $', ['$']],
  ['(unclosed, {', []],
  ['', []],
])('of %s', (text, names) => {
  expect(parameterNames(text, 0)).toEqual(names);
});

it('starts at the given offset', () => {
  expect(parameterNames('function first(a) {} function second (b) {}', 36)).toEqual(['b']);
});
