import * as client from 'openid-client';
import { NextcloudError } from '../errors.ts';
import type { Grant, GrantStore } from './grant-store.ts';
import type { Issuer } from './issuer.ts';
import { limitConcurrency } from './limit-concurrency.ts';
import { createLoginRequests } from './login-requests.ts';
import { type Principal, principalKey } from './principal.ts';
import { createTokenCache } from './token-cache.ts';

/** Offline access: users grant this server its own access to Nextcloud, for background work. */
export interface OfflineAccess {
  /** The link where this user signs in and grants access. It works once, for 10 minutes, and for this user only. */
  readonly begin: (principal: Principal) => Promise<string>;
  /** Completes a sign-in with the redirect address. */
  readonly finish: (callback: URL) => Promise<FinishedLogin>;
  readonly status: (principal: Principal) => Promise<Omit<Grant, 'refreshToken'> | undefined>;
  /** An access token for this user, renewed if needed. */
  readonly accessToken: (principal: Principal) => Promise<string>;
  /** Ends the access. `wasGranted` is false if there was no grant; `isRevoked` tells whether the authorization server confirmed it. */
  readonly revoke: (principal: Principal) => Promise<{ readonly wasGranted: boolean; readonly isRevoked: boolean }>;
  readonly principals: GrantStore['principals'];
}

/** How a sign-in ended. */
export type FinishedLogin =
  | { readonly kind: 'granted' }
  | { readonly kind: 'refused'; readonly reason: 'state' | 'denied' | 'other-user' | 'no-refresh-token' | 'failed' };

export interface OfflineAccessOptions {
  readonly issuer: Issuer;
  readonly store: GrantStore;
  /** The redirect address. */
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly now: () => Date;
}

const DEFAULT_LIFETIME_S = 60;

/**
 * Authorization code with PKCE for this server's own client; refresh tokens are kept encrypted.
 *
 * @example
 * const link = await offline.begin({ issuer, subject: 'ada' });
 */
export function createOfflineAccess(options: OfflineAccessOptions): OfflineAccess {
  const { issuer, store, redirectUri, scopes, now } = options;
  const { config, metadata } = issuer;
  const requests = createLoginRequests(now);
  const cache = createTokenCache(now);
  /** Reading and replacing a grant is atomic, so that a renewal cannot undo a concurrent revocation. */
  const exclusive = limitConcurrency({ atOnce: 1, waiting: Number.POSITIVE_INFINITY });

  const revokeToken = async (token: string): Promise<boolean> => {
    if (metadata.revocation_endpoint === undefined) return false;
    return client.tokenRevocation(config, token, { token_type_hint: 'refresh_token' }).then(
      () => true,
      () => false,
    );
  };

  const refresh = async (principal: Principal) => {
    const grant = await store.read(principal);
    if (grant === undefined) throw notGranted();
    try {
      const answer = await client.refreshTokenGrant(config, grant.refreshToken);
      // An authorization server that rotates refresh tokens rejects the old one.
      const { refresh_token: rotated } = answer;
      if (rotated !== undefined && rotated !== grant.refreshToken) await replaceToken(principal, grant, rotated);
      return {
        token: answer.access_token,
        expiresAt: now().getTime() + (answer.expires_in ?? DEFAULT_LIFETIME_S) * 1000,
      };
    } catch (error) {
      if (!(error instanceof client.ResponseBodyError) || error.error !== 'invalid_grant') throw unavailable();
      await ifCurrent(principal, grant, () => store.remove(principal));
      throw notGranted();
    }
  };

  /** Changes a grant, unless a revocation or another sign-in has changed it since it was read. Returns whether it did. */
  const ifCurrent = (principal: Principal, grant: Grant, change: () => Promise<void>): Promise<boolean> =>
    exclusive(async () => {
      if ((await store.read(principal))?.refreshToken !== grant.refreshToken) return false;
      await change();
      return true;
    });

  const replaceToken = async (principal: Principal, grant: Grant, refreshToken: string): Promise<void> => {
    const isReplaced = await ifCurrent(principal, grant, () => store.write(principal, { ...grant, refreshToken }));
    if (!isReplaced) await revokeToken(refreshToken);
  };

  return {
    begin: async (principal) => {
      const [codeVerifier, state, nonce] = [
        client.randomPKCECodeVerifier(),
        client.randomState(),
        client.randomNonce(),
      ];
      requests.add(state, { principal, codeVerifier, nonce });
      return client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: scopes.join(' '),
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        // OpenID Connect: without consent the server may withhold a refresh token.
        prompt: 'consent',
      }).href;
    },

    finish: async (callback) => {
      const state = callback.searchParams.get('state') ?? '';
      const request = requests.take(state);
      if (request === undefined) return { kind: 'refused', reason: 'state' };
      const { principal, codeVerifier, nonce } = request;
      let answer: Awaited<ReturnType<typeof client.authorizationCodeGrant>>;
      try {
        // Compares `iss` of the callback with the issuer, and checks the ID token.
        answer = await client.authorizationCodeGrant(config, callback, {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
      } catch (error) {
        requests.end(state);
        return { kind: 'refused', reason: error instanceof client.AuthorizationResponseError ? 'denied' : 'failed' };
      }
      const { refresh_token: refreshToken } = answer;
      if (answer.claims()?.sub !== principal.subject) {
        requests.end(state);
        if (refreshToken !== undefined) await revokeToken(refreshToken);
        return { kind: 'refused', reason: 'other-user' };
      }
      if (refreshToken === undefined) {
        requests.end(state);
        return { kind: 'refused', reason: 'no-refresh-token' };
      }
      const grant = {
        refreshToken,
        scopes: answer.scope?.split(' ') ?? scopes,
        clientId: config.clientMetadata().client_id,
        grantedAt: now().toISOString(),
      };
      const isStored = await exclusive(async () => {
        if (!requests.end(state)) return false;
        cache.forget(principalKey(principal));
        await store.write(principal, grant);
        return true;
      });
      if (isStored) return { kind: 'granted' };
      await revokeToken(refreshToken);
      return { kind: 'refused', reason: 'state' };
    },

    status: async (principal) => {
      const grant = await store.read(principal);
      if (grant === undefined) return undefined;
      const { refreshToken: _, ...rest } = grant;
      return rest;
    },

    accessToken: (principal) => cache.get(principalKey(principal), () => refresh(principal)),

    revoke: async (principal) => {
      const grant = await exclusive(async () => {
        requests.drop(principal);
        cache.forget(principalKey(principal));
        const kept = await store.read(principal);
        await store.remove(principal);
        return kept;
      });
      if (grant === undefined) return { wasGranted: false, isRevoked: false };
      return { wasGranted: true, isRevoked: await revokeToken(grant.refreshToken) };
    },

    principals: store.principals,
  };
}

const notGranted = (): NextcloudError =>
  new NextcloudError(
    'BAD_CREDENTIALS',
    'This server has no access of its own to your Nextcloud. Call provision_nextcloud_access, and sign in with the link.',
  );

const unavailable = (): NextcloudError =>
  new NextcloudError('UNREACHABLE', 'The authorization server did not renew the access. Try again later.');
