import { type JsonObject, parseJson } from '@toolmark/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callDigest } from './digest.ts';

const digestOf = (json: string): string => callDigest('s', 't', parseJson(json) as JsonObject);

/** The same value with all keys in another order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, each]) => [key, reversed(each)]),
  );
}

describe('the digest of a call', () => {
  it('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (given) => {
        const json = JSON.parse(JSON.stringify(given)) as JsonObject;
        const turned = reversed(json) as JsonObject;
        const besides = (others: JsonObject) => ({ others, headers: undefined });
        expect(callDigest('s', 't', turned, besides(turned))).toBe(callDigest('s', 't', json, besides(json)));
      }),
    );
  });

  it('is another one for other arguments', () => {
    const arbitrary = fc.dictionary(fc.string(), fc.jsonValue()).map((given) => JSON.stringify(reversed(given)));
    fc.assert(
      fc.property(arbitrary, arbitrary, (a, b) => {
        fc.pre(JSON.stringify(sorted(JSON.parse(a))) !== JSON.stringify(sorted(JSON.parse(b))));
        expect(digestOf(a)).not.toBe(digestOf(b));
      }),
    );
  });

  it.each([
    ['numbers that no double holds', '{"id":12345678901234567890}', '{"id":12345678901234567891}'],
    [
      'such a number and what it is kept as',
      '{"id":12345678901234567890}',
      '{"id":{"rawJSON":"12345678901234567890"}}',
    ],
    ['a number and its text', '{"id":1}', '{"id":"1"}'],
    ['nothing and null', '{}', '{"id":null}'],
    ['an order that counts', '{"ids":[1,2]}', '{"ids":[2,1]}'],
    ['where something stands', '{"a":{"b":1}}', '{"a":{},"b":1}'],
    ['a key that every object has', '{"__proto__":{"x":1}}', '{}'],
  ])('tells apart %s', (_, a, b) => {
    expect(digestOf(a)).not.toBe(digestOf(b));
  });

  it('tells apart servers, tools, what comes besides, and no arguments from empty ones', () => {
    const digests = [
      callDigest('s', 't', {}),
      callDigest('s', 't', undefined),
      callDigest('s', 'u', {}),
      callDigest('u', 't', {}),
      callDigest('s', 't', {}, { others: { _meta: { tenant: 'a' } }, headers: undefined }),
      callDigest('s', 't', {}, { others: { _meta: { tenant: 'b' } }, headers: undefined }),
      callDigest('s', 't', {}, { others: undefined, headers: { 'mcp-param-tenant': 'a' } }),
      callDigest('s', 't', {}, { others: undefined, headers: { 'mcp-param-tenant': 'b' } }),
    ];
    expect(new Set(digests).size).toBe(digests.length);
  });
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .map(([key, each]) => [key, sorted(each)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
