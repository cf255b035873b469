import { describe, expect, it } from 'vitest';
import { prettyJson, shortJson } from './json.ts';

describe('prettyJson', () => {
  it('sorts keys at every level and keeps the order of lists', () => {
    expect(prettyJson({ b: [{ d: 1, c: 2 }, 1], a: null })).toBe(
      JSON.stringify({ a: null, b: [{ c: 2, d: 1 }, 1] }, undefined, 2),
    );
  });

  it("keeps a key with the name of an object's own member", () => {
    expect(prettyJson(JSON.parse('{"__proto__": 1}'))).toBe('{\n  "__proto__": 1\n}');
  });

  it('stops at deeply nested values', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`);
    expect(prettyJson(deep)).toContain('…');
  });
});

describe('shortJson', () => {
  it.each<[unknown, string]>([
    ['a', '"a"'],
    [null, 'null'],
    [undefined, 'undefined'],
    [{ a: [1, 2] }, '{ "a": [ 1, 2 ] }'],
    ['x'.repeat(30), `"${'x'.repeat(18)}…`],
  ])('%j', (value, expected) => {
    expect(shortJson(value, 20)).toBe(expected);
  });
});
