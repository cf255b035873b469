import { describe, expect, it } from 'vitest';
import { aServer } from '../pages/servers/fixtures/a-server.ts';
import {
  canSignOut,
  describeSignIn,
  isAboutSignIn,
  isWebAddress,
  needsSignIn,
  signInMessage,
} from './sign-in-labels.ts';

const { auth: NONE } = aServer();

describe('the sign-in state of a server', () => {
  it.each([
    ['none', false, ''],
    ['signed_in', false, ''],
    ['signed_out', true, 'The server requires you to sign in.'],
    ['expired', true, 'The sign-in has expired.'],
    ['more_scopes', true, 'The server needs more permissions than were granted: a b.'],
  ] as const)('%s', (state, needed, says) => {
    const auth = { ...NONE, state, missing_scopes: ['a', 'b'] };
    expect([needsSignIn({ auth }), signInMessage(auth)]).toEqual([needed, says]);
  });

  it('makes hidden characters visible', () => {
    expect(signInMessage({ state: 'more_scopes', missing_scopes: ['a\u202eb'] })).not.toContain('\u202e');
  });

  it.each([
    [null, [], ''],
    ['https://login.example.com/tenant', [], 'login.example.com'],
    ['https://login.example.com', ['a', 'b'], 'login.example.com · a b'],
    ['no address', [], 'no address'],
  ])('at %j with %j: %j', (issuer, scopes, words) => {
    const auth = { ...NONE, issuer, scopes };
    expect([describeSignIn(auth), canSignOut({ auth })]).toEqual([words, issuer !== null]);
  });
});

describe('isAboutSignIn', () => {
  it.each([
    ['The server requires authentication; sign in with: toolmark servers login notes, or with the button.', true],
    ['The server sent a message that is no JSON-RPC.', false],
  ])('%j: %j', (remark, expected) => expect(isAboutSignIn(remark)).toBe(expected));
});

describe('isWebAddress', () => {
  it.each([
    ['https://login.example.com/authorize?x=1', true],
    ['http://127.0.0.1:3000/', true],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['nothing', false],
  ])('%s: %j', (url, expected) => expect(isWebAddress(url)).toBe(expected));
});
