import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import { parseJson } from './json.ts';

describe('canonicalJson', () => {
  it('ignores the order of object members', () => {
    const shuffled = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shuffled);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .toReversed()
          .map(([key, member]) => [key, shuffled(member)]),
      );
    };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it.each([
    ['{"b":1,"a":{"d":2,"c":3}}', '{"a":{"c":3,"d":2},"b":1}'],
    ['{"b":1,"__proto__":{"y":1,"x":2},"a":2}', '{"__proto__":{"x":2,"y":1},"a":2,"b":1}'],
    ['{"b":12345678901234567890,"a":1e400}', '{"a":1e400,"b":12345678901234567890}'],
    ['{"z":{"rawJSON":"1"},"a":1}', '{"a":1,"z":{"rawJSON":"1"}}'],
  ])('canonicalizes %s', (text, expected) => {
    expect(canonicalJson(parseJson(text))).toBe(expected);
  });
});
