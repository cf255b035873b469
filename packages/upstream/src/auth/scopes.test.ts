import { describe, expect, it } from 'vitest';
import { chooseScopes, type ScopeSources, toScopes } from './scopes.ts';

describe('toScopes', () => {
  it.each([
    [undefined, []],
    ['', []],
    ['a b  a', ['a', 'b']],
    [['notes:read', 'x y', 'say"so', 'back\\slash', 'ü', ''], ['notes:read']],
    ['a\tb\nc', []],
  ])('%j: %j', (given, expected) => {
    expect(toScopes(given)).toEqual(expected);
  });

  it('limits their number', () => {
    expect(toScopes(Array.from({ length: 1_000 }, (_, index) => `s${index}`))).toHaveLength(100);
  });
});

describe('chooseScopes', () => {
  const none: ScopeSources = { challenged: [], supported: [], configured: [], granted: [], offered: [] };
  it.each<[string, Partial<ScopeSources>, readonly string[]]>([
    ['nothing by default', {}, []],
    ['the scopes of the challenge', { challenged: ['a'], supported: ['a', 'b'] }, ['a']],
    ["the server's supported scopes without a challenge", { supported: ['a', 'b'] }, ['a', 'b']],
    ['the configured scopes in addition', { challenged: ['a'], configured: ['c'] }, ['a', 'c']],
    ['the configured scopes alone', { configured: ['c'] }, ['c']],
    ['the scopes granted before', { challenged: ['b'], granted: ['a'] }, ['a', 'b']],
    ['offline_access, if offered', { challenged: ['a'], offered: ['x', 'offline_access'] }, ['a', 'offline_access']],
    ['to last once', { challenged: ['offline_access'], offered: ['offline_access'] }, ['offline_access']],
    ['no scopes that only the authorization server lists', { offered: ['x'] }, []],
  ])('requests %s', (_, sources, expected) => {
    expect(chooseScopes({ ...none, ...sources })).toEqual(expected);
  });
});
