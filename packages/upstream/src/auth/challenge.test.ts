import { describe, expect, it } from 'vitest';
import { readChallenge } from './challenge.ts';

const NOTHING = { metadataUrl: undefined, scopes: [], error: undefined, isBearer: false };
const AT = 'https://mcp.example.com/.well-known/oauth-protected-resource';

describe('readChallenge', () => {
  it.each<[string | readonly string[] | undefined, object]>([
    [undefined, NOTHING],
    ['', NOTHING],
    ['Basic realm="x"', NOTHING],
    ['Bearer', { ...NOTHING, isBearer: true }],
    ['bearer realm="x"', { ...NOTHING, isBearer: true }],
    [`Bearer resource_metadata="${AT}"`, { ...NOTHING, isBearer: true, metadataUrl: AT }],
    [
      `Basic realm="x", Bearer resource_metadata="${AT}", scope="a b a"`,
      { ...NOTHING, isBearer: true, metadataUrl: AT, scopes: ['a', 'b'] },
    ],
    [['Basic realm="x"', 'Bearer scope="a"'], { ...NOTHING, isBearer: true, scopes: ['a'] }],
    [
      'Bearer error="insufficient_scope", scope="a"',
      { ...NOTHING, isBearer: true, error: 'insufficient_scope', scopes: ['a'] },
    ],
    ['Bearer resource_metadata="no address"', { ...NOTHING, isBearer: true }],
    ['Bearer scope="a\u0000b"', NOTHING],
    [`Bearer scope="${'a '.repeat(50_000)}"`, { ...NOTHING, isBearer: true }],
  ])('%s', (header, expected) => {
    expect(readChallenge(header)).toEqual(expected);
  });
});
