import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuthInfo } from '../call/context.ts';
import { fail, ok, type ToolOutcome } from '../outcome/outcome.ts';
import { requireScopes } from './require-scopes.ts';

const NOW = 1_800_000_000;
const withScopes = (...scopes: string[]): AuthInfo => ({ token: 't', clientId: 'c', scopes });
/** As a verifier may pass it on: the type promises a list, but the token's claim may be anything. */
const withClaim = (scopes: unknown): AuthInfo => ({ ...withScopes(), scopes: scopes as string[] });

describe('requireScopes', () => {
  beforeEach(() => vi.useFakeTimers({ now: NOW * 1000 }));
  afterEach(() => vi.useRealTimers());

  const read = requireScopes('notes:read');
  const both = requireScopes('notes:read', 'notes:write');
  const unauthenticated = (words: string, scopes: string[]) =>
    fail('UNAUTHENTICATED', `This tool needs a signed-in caller with ${words}.`, { scopes });
  const forbidden = (words: string, missing: string[]) =>
    fail('FORBIDDEN', `The caller lacks ${words}. Ask the user to grant it.`, { missing });

  const LACKS_READ = forbidden("the scope 'notes:read'", ['notes:read']);

  it.each<[string, typeof read, AuthInfo | undefined, ToolOutcome]>([
    ['nobody', read, undefined, unauthenticated("the scope 'notes:read'", ['notes:read'])],
    [
      'nobody, two scopes',
      both,
      undefined,
      unauthenticated("the scopes 'notes:read', 'notes:write'", ['notes:read', 'notes:write']),
    ],
    ['no scope', read, withScopes(), forbidden("the scope 'notes:read'", ['notes:read'])],
    [
      'no scope of two',
      both,
      withScopes(),
      forbidden("the scopes 'notes:read', 'notes:write'", ['notes:read', 'notes:write']),
    ],
    ['one of two', both, withScopes('notes:read'), forbidden("the scope 'notes:write'", ['notes:write'])],
    ['a longer scope', read, withScopes('notes:read:all'), forbidden("the scope 'notes:read'", ['notes:read'])],
    ['another case', read, withScopes('Notes:Read'), forbidden("the scope 'notes:read'", ['notes:read'])],
    [
      'an expired token',
      read,
      { ...withScopes('notes:read'), expiresAt: NOW },
      unauthenticated("the scope 'notes:read'", ['notes:read']),
    ],
    ['a token that still lives', read, { ...withScopes('notes:read'), expiresAt: NOW + 1 }, ok(1)],
    ['the scope', read, withScopes('notes:read'), ok(1)],
    ['both and more', both, withScopes('x', 'notes:write', 'notes:read'), ok(1)],
    ['a string that is the scope', read, withClaim('notes:read'), ok(1)],
    ['a string with both among others', both, withClaim('x notes:write  notes:read'), ok(1)],
    ['a string with the scope inside another', read, withClaim('nonotes:read-never'), LACKS_READ],
    ['a string with the scope in another case', read, withClaim('NOTES:READ'), LACKS_READ],
    ['a string with other separators', read, withClaim('x,notes:read'), LACKS_READ],
    ['an empty string', read, withClaim(''), LACKS_READ],
    ['a list with something else in it', read, withClaim(['notes:read', 7]), LACKS_READ],
    ['a list in a list', read, withClaim([['notes:read']]), LACKS_READ],
    ['an object that says it includes everything', read, withClaim({ includes: () => true }), LACKS_READ],
    ['a set', read, withClaim(new Set(['notes:read'])), LACKS_READ],
    ['null', read, withClaim(null), LACKS_READ],
    ['no scopes at all', read, withClaim(undefined), LACKS_READ],
  ])('%s', async (_, step, auth, expected) => {
    const context = { signal: new AbortController().signal, auth, progress: async () => {}, sdk: undefined };
    const call = { tool: { name: 'a' }, args: {}, context, report: () => {} };
    expect(await step(call, async () => ok(1))).toEqual(expected);
    // Visibility must match permission.
    expect(step.isVisible?.({ tool: call.tool, auth })).toBe(expected.kind === 'ok');
  });

  it.each([[[]], [['']], [['notes:read', '']], [[undefined]]])('rejects %j as scopes', (scopes) => {
    const inJavaScript = requireScopes as (...given: unknown[]) => unknown;
    expect(() => inJavaScript(...scopes)).toThrow(
      'requireScopes needs at least one scope, each a string that is not empty',
    );
  });
});
