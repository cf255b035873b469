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

  it('takes only so many of them', () => {
    expect(toScopes(Array.from({ length: 1_000 }, (_, index) => `s${index}`))).toHaveLength(100);
  });
});

describe('chooseScopes', () => {
  const none: ScopeSources = { challenged: [], supported: [], configured: [], granted: [], offered: [] };
  it.each<[string, Partial<ScopeSources>, readonly string[]]>([
    ['nothing where nobody says anything', {}, []],
    ['what the refusal says', { challenged: ['a'], supported: ['a', 'b'] }, ['a']],
    ['what the server knows, where the refusal says nothing', { supported: ['a', 'b'] }, ['a', 'b']],
    ['what the config wants besides', { challenged: ['a'], configured: ['c'] }, ['a', 'c']],
    ['what the config wants, where nobody else does', { configured: ['c'] }, ['c']],
    ['what was granted before', { challenged: ['b'], granted: ['a'] }, ['a', 'b']],
    [
      'to last, where that is offered',
      { challenged: ['a'], offered: ['x', 'offline_access'] },
      ['a', 'offline_access'],
    ],
    ['to last once', { challenged: ['offline_access'], offered: ['offline_access'] }, ['offline_access']],
    ['nothing that the authorization server only knows', { offered: ['x'] }, []],
  ])('asks for %s', (_, sources, expected) => {
    expect(chooseScopes({ ...none, ...sources })).toEqual(expected);
  });
});
