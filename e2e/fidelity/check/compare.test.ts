import { describe, expect, it } from 'vitest';
import { compare, describeDifference } from './compare.ts';

describe('compare', () => {
  it.each<[string, unknown, unknown, readonly string[]]>([
    ['equal values', { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
    ['a lost key', { a: 1, b: 2 }, { a: 1 }, ['b lost']],
    ['an added key', {}, { a: 1 }, ['a added']],
    ['an added object, key by key', {}, { a: { b: 1, c: 2 } }, ['a.b added', 'a.c added']],
    ['an added empty object', {}, { a: {} }, ['a added']],
    ['null for absent', { a: null }, {}, ['a lost']],
    ['a changed type', { a: 'true' }, { a: true }, ['a changed']],
    ['an object for a list', { a: [] }, { a: {} }, ['a changed']],
    ['null for an object', { a: {} }, { a: null }, ['a changed']],
    ['a shorter list', [1, 2], [1], ['the value changed']],
    ['a changed element', { a: [1, 2] }, { a: [1, 3] }, ['a.1 changed']],
    ['a lost __proto__', JSON.parse('{"__proto__":1}'), {}, ['__proto__ lost']],
    ['keys in another order', { a: 1, b: 2 }, { b: 2, a: 1 }, []],
  ])('reports %s', (_case, sent, received, expected) => {
    expect(compare(sent, received).map(describeDifference)).toEqual(expected);
  });

  it.each<[string, unknown, unknown, readonly string[]]>([
    ['of the value itself', { a: 1, b: 2 }, { b: 2, a: 1 }, ['the value reordered']],
    ['inside', { x: { a: 1, b: 2 } }, { x: { b: 2, a: 1 } }, ['x reordered']],
    ['around an added key, which is none', { a: 1, b: 2 }, { a: 1, c: 3, b: 2 }, ['c added']],
  ])('reports another key order if requested: %s', (_case, sent, received, expected) => {
    expect(compare(sent, received, true).map(describeDifference)).toEqual(expected);
  });
});
