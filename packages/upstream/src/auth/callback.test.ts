import { describe, expect, it } from 'vitest';
import { readCallback, readPasted } from './callback.ts';

const nothing = { code: undefined, state: undefined, iss: undefined, error: undefined };

describe('readCallback', () => {
  it.each<[string, object | undefined]>([
    ['', nothing],
    ['code=a&state=b&iss=https%3A%2F%2Fx', { ...nothing, code: 'a', state: 'b', iss: 'https://x' }],
    ['error=access_denied&error_description=Go+away&state=b', { ...nothing, error: 'access_denied', state: 'b' }],
    ['code=&state=b', { ...nothing, state: 'b' }],
    ['code=a&code=b&state=c', undefined],
    ['state=c&iss=x&iss=y', undefined],
    [`code=${'a'.repeat(9_000)}&state=b`, undefined],
  ])('%s', (query, expected) => expect(readCallback(query)).toEqual(expected));
});

describe('readPasted', () => {
  it.each<[string, object | undefined]>([
    ['', undefined],
    ['   ', undefined],
    ['no code in this text', undefined],
    [
      ' http://127.0.0.1:7420/oauth/callback/x?code=a&state=b\n',
      { ...nothing, code: 'a', state: 'b', path: '/oauth/callback/x' },
    ],
    ['?code=a&state=b', { ...nothing, code: 'a', state: 'b' }],
    ['code=a&state=b', { ...nothing, code: 'a', state: 'b' }],
    ['/oauth/callback?error=access_denied&state=b', { ...nothing, error: 'access_denied', state: 'b' }],
    ['SplxlOBeZQQYbYS6WxSbIA', { ...nothing, code: 'SplxlOBeZQQYbYS6WxSbIA' }],
    ['4/0Ad=x', { ...nothing, code: '4/0Ad=x' }],
  ])('%j', (pasted, expected) => expect(readPasted(pasted)).toEqual(expected));
});
