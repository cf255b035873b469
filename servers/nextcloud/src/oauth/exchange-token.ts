import { genericGrantRequest } from 'openid-client';
import { NextcloudError } from '../errors.ts';
import type { Issuer } from './issuer.ts';
import { type Principal, principalKey } from './principal.ts';
import { createTokenCache, sha256Of } from './token-cache.ts';

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
/** The lifetime of a token if the answer names none. */
const DEFAULT_LIFETIME_S = 60;

interface SubjectToken {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Trades a caller's token for one with another audience (RFC 8693). */
export type ExchangeToken = (subject: SubjectToken, principal: Principal) => Promise<string>;

/**
 * Results are cached per token, not per user: another token of the same user may have other rights. A result expires no later
 * than the caller's token.
 */
export function createTokenExchange(issuer: Issuer, audience: string, now: () => Date): ExchangeToken {
  const cache = createTokenCache(now);
  return ({ token, expiresAt }, principal) =>
    cache.get(`${principalKey(principal)} ${sha256Of(token)}`, async () => {
      const parameters = {
        subject_token: token,
        subject_token_type: ACCESS_TOKEN,
        requested_token_type: ACCESS_TOKEN,
        audience,
      };
      const answer = await genericGrantRequest(issuer.config, GRANT_TYPE, parameters).catch(() => {
        // The library's error may quote the answer, which can contain a token.
        throw new NextcloudError(
          'BAD_CREDENTIALS',
          'The authorization server did not exchange your token for one that Nextcloud accepts. Sign in again, or ask the administrator.',
        );
      });
      const lifetimeMs = (answer.expires_in ?? DEFAULT_LIFETIME_S) * 1000;
      return { token: answer.access_token, expiresAt: Math.min(expiresAt, now().getTime() + lifetimeMs) };
    });
}
