import { describe, expect, it } from 'vitest';
import { matcher } from './pattern.ts';

describe('matcher', () => {
  it.each([
    ['order', 'OrderLine', { part: true, whole: false }],
    ['order', 'Order', { part: true, whole: true }],
    ['order*', 'OrderLine', { part: true, whole: true }],
    ['order*', 'anOrder', { part: false, whole: false }],
    ['*order', 'anOrder', { part: true, whole: true }],
    ['*de*li*', 'OrderLine', { part: true, whole: true }],
    ['*li*de*', 'OrderLine', { part: false, whole: false }],
    ['a*a', 'a', { part: false, whole: false }],
    ['a*a', 'aa', { part: true, whole: true }],
    ['a**b', 'ab', { part: true, whole: true }],
    ['*', '', { part: true, whole: true }],
    ['a.b', 'axb', { part: false, whole: false }],
    ['std::vector<*>', 'std::vector<int>', { part: true, whole: true }],
    ['ÄÖ*', 'äöü', { part: true, whole: true }],
  ])('%s and %s: %j', (pattern, name, { part, whole }) => {
    const matches = (isWhole: boolean) => matcher(pattern, { caseSensitive: false, whole: isWhole })(name);
    expect({ part: matches(false), whole: matches(true) }).toEqual({ part, whole });
  });

  it('is case-sensitive on request', () => {
    expect(matcher('order', { caseSensitive: true, whole: false })('Order')).toBe(false);
  });

  it('is fast for many stars and a long name', () => {
    const matches = matcher(`${'*a'.repeat(30)}b`, { caseSensitive: false, whole: true });
    expect(matches('a'.repeat(10_000))).toBe(false);
  });
});
