import type { ScopeChallengeHandler } from '@modelcontextprotocol/server';
import type { AuthInfo } from '@toolmark/kit';
import { NextcloudError } from '../errors.ts';
import type { Toolbox } from './toolbox.ts';

export type Scopes = readonly [string, ...string[]];

/** The scopes that the caller lacks; all of them without a token or with an expired one. */
export function missingScopes(
  auth: Pick<AuthInfo, 'scopes' | 'expiresAt'> | undefined,
  scopes: Scopes,
): readonly string[] {
  const isValid = auth !== undefined && (auth.expiresAt === undefined || auth.expiresAt * 1000 > Date.now());
  return isValid ? scopes.filter((scope) => !auth.scopes.includes(scope)) : scopes;
}

/**
 * The answer to an HTTP request whose token lacks scopes: status 403 with `insufficient_scope` and the scopes. For the config of
 * `registerResource`; empty if scopes are not enforced.
 *
 * @example
 * server.registerResource('note', template, { ...scopeChallenge(toolbox, ['notes:read']), title: 'Note' }, read);
 */
export function scopeChallenge(
  { hasScopes }: Pick<Toolbox, 'hasScopes'>,
  scopes: Scopes,
): { readonly scopeChallenge?: ScopeChallengeHandler } {
  if (!hasScopes) return {};
  return {
    scopeChallenge: ({ authInfo }) => (missingScopes(authInfo, scopes).length === 0 ? undefined : { scopes }),
  };
}

/**
 * Throws if the caller lacks a scope. Over HTTP {@link scopeChallenge} answers first; this check works with every transport.
 *
 * @example
 * assertScopes(toolbox, context.http?.authInfo, ['notes:read']);
 */
export function assertScopes(
  { hasScopes }: Pick<Toolbox, 'hasScopes'>,
  auth: Pick<AuthInfo, 'scopes' | 'expiresAt'> | undefined,
  scopes: Scopes,
): void {
  if (!hasScopes) return;
  const missing = missingScopes(auth, scopes);
  if (missing.length > 0)
    throw new NextcloudError('NOT_ALLOWED', `Your token lacks ${missing.join(' ')}. Sign in again and grant it.`, {
      missing,
    });
}
