import type { ScopeChallengeHandler } from '@modelcontextprotocol/server';
import type { AuthInfo } from '@toolmark/kit';
import { NextcloudError } from '../errors.ts';
import type { Toolbox } from './toolbox.ts';

export type Scopes = readonly [string, ...string[]];

/** Which of the scopes the caller lacks. Without a token, or with one that has expired, that is all of them. */
export function missingScopes(
  auth: Pick<AuthInfo, 'scopes' | 'expiresAt'> | undefined,
  scopes: Scopes,
): readonly string[] {
  const isValid = auth !== undefined && (auth.expiresAt === undefined || auth.expiresAt * 1000 > Date.now());
  return isValid ? scopes.filter((scope) => !auth.scopes.includes(scope)) : scopes;
}

/**
 * The answer to an HTTP request for a tool or resource that its token has no scopes for: status 403 with `insufficient_scope` and the
 * scopes. For the config of `registerResource`; nothing where scopes do not count.
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
 * Throws where the caller lacks a scope. {@link scopeChallenge} comes before it over HTTP; this one holds with every transport.
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
