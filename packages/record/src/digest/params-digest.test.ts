import { type JsonObject, parseJson } from '@toolmark/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import { createParamsDigest, type DigestedCall } from './params-digest.ts';

const key = Buffer.alloc(32, 1);
const digest = createParamsDigest(key);
const call = (change: Partial<DigestedCall> = {}): DigestedCall => ({
  server: 'notes',
  tool: 'delete',
  arguments: { id: 1 },
  others: undefined,
  headers: undefined,
  ...change,
});
const proof = (of: DigestedCall): string => digest.of(of) ?? '';

describe('canonicalJson', () => {
  it.each<[string, string]>([
    ['{"b":1,"a":[true,null,"x"]}', '{"a":[true,null,"x"],"b":1}'],
    ['{"b":{"d":1,"c":2}, "10":1, "9":2}', '{"10":1,"9":2,"b":{"c":2,"d":1}}'],
    ['[12345678901234567890, 1.0, 1e400]', '[12345678901234567890,1,1e400]'],
    ['{"__proto__":1,"A":"\\u00e9\\n"}', '{"A":"é\\n","__proto__":1}'],
  ])('%s', (json, canonical) => expect(canonicalJson(parseJson(json))).toBe(canonical));

  it('is equal for equal values in any member order, and parses back', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });
});

describe('the digest of a call', () => {
  it('reveals nothing of its input, and names its key', () => {
    expect(proof(call())).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{43}$/);
  });

  it('ignores the order of members', () => {
    const given = { a: 1, b: { c: [1], d: 2 } };
    const other = { b: { d: 2, c: [1] }, a: 1 };
    expect(digest.isOf(proof(call({ arguments: given })), call({ arguments: other }))).toBe(true);
  });

  it.each<[string, Partial<DigestedCall>]>([
    ['another argument', { arguments: { id: 2 } }],
    ['a number with other digits', { arguments: parseJson('{"id":12345678901234567891}') as JsonObject }],
    ['no arguments', { arguments: undefined }],
    ['another tool', { tool: 'read' }],
    ['another server', { server: 'files' }],
    ['something besides', { others: { _meta: { 'acme/tenant': 'x' } } }],
    ['a header', { headers: { 'mcp-param-force': 'true' } }],
  ])('differs for a call with %s', (_, change) => {
    expect(digest.isOf(proof(call({ arguments: { id: 1 } })), call(change))).toBe(false);
  });

  it('cannot be verified with another key, and reports that', () => {
    expect(createParamsDigest(Buffer.alloc(32, 2)).isOf(proof(call()), call())).toBeUndefined();
  });

  it('is not created for values nested too deeply', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`) as JsonObject;
    expect(digest.of(call({ arguments: deep }))).toBeUndefined();
  });
});
