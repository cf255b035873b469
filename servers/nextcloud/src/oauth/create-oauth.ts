import { join } from 'node:path';
import type { ToolContext } from '@toolmark/kit';
import type { HttpAuthenticator, HttpRoute } from '@toolmark/kit/serve';
import type { NextcloudOptions } from '../http/create-nextcloud.ts';
import type { Nextcloud } from '../http/nextcloud.ts';
import { type BearerAuthOptions, createBearerAuth } from './bearer-auth.ts';
import { callbackRoute } from './callback-route.ts';
import { parseKey, readKeyFile } from './encryption-key.ts';
import { createTokenExchange } from './exchange-token.ts';
import { createGrantStore } from './grant-store.ts';
import { type Issuer, OAuthSetupError, openIssuer } from './issuer.ts';
import { type BearerFor, createCallerNextcloud, createUserNextclouds } from './nextcloud-of-caller.ts';
import type { OAuthOptions, OfflineOptions } from './oauth-options.ts';
import { createOfflineAccess, type OfflineAccess } from './offline-access.ts';
import { metadataUrlOf, protectedResourceRoutes } from './protected-resource.ts';
import { createTokenVerifier } from './verify-token.ts';

/** The parts of a server with OAuth. */
export interface OAuth {
  /** For `serveHttp`. */
  readonly authenticate: HttpAuthenticator;
  readonly routes: Readonly<Record<string, HttpRoute>>;
  readonly hosts: readonly string[];
  /** The Nextcloud of the caller. */
  readonly nextcloud: (context: Pick<ToolContext, 'auth'>) => Promise<Nextcloud>;
  readonly offline: OfflineAccess | undefined;
  /** The Nextclouds of all users who granted access. Users whose grant no longer works are left out. */
  readonly grantedNextclouds: () => Promise<readonly Nextcloud[]>;
}

export interface OAuthParts extends Pick<NextcloudOptions, 'onRequest'> {
  /** The scopes that a client may request, from `supportedScopes`. */
  readonly scopes: readonly string[];
  /** The folder for grants and their key. */
  readonly folder: string;
  readonly now?: () => Date;
  readonly onTokenCheck?: BearerAuthOptions['onCheck'];
}

/** Discovers the issuer and creates the parts. Throws an `OAuthSetupError` with the reason if that fails. */
export async function createOAuth(options: OAuthOptions, parts: OAuthParts): Promise<OAuth> {
  const { nextcloudUrl: url, resource, audience, exchangeAudience } = options;
  const { now = () => new Date(), onRequest, scopes } = parts;
  const issuer = await openIssuer(options);
  const { issuer: name } = issuer.metadata;
  assertCanVerify(issuer);
  const redirectUri = new URL('/oauth/callback', resource).href;
  const offline = options.offline && (await openOffline(issuer, options.offline, { ...parts, redirectUri, now }));
  const nextcloudOf = createUserNextclouds({ url, ...(onRequest && { onRequest }) });
  const metadataUrl = metadataUrlOf(resource);
  return {
    authenticate: createBearerAuth({
      issuer: name,
      verify: createTokenVerifier(issuer, audience, now),
      metadataUrl,
      scopes,
      onCheck: parts.onTokenCheck,
    }),
    routes: {
      ...protectedResourceRoutes({ resource, issuer: name, scopes }),
      ...(offline && { [new URL(redirectUri).pathname]: callbackRoute(offline, redirectUri) }),
    },
    hosts: [new URL(resource).hostname],
    nextcloud: createCallerNextcloud(createBearer(issuer, exchangeAudience, now), nextcloudOf),
    offline,
    grantedNextclouds: async () => {
      const principals = (await offline?.principals()) ?? [];
      const own = principals.filter(({ issuer: each }) => each === name);
      const opened = await Promise.allSettled(
        own.map((principal) => nextcloudOf(principal, async () => offline?.accessToken(principal) ?? '')),
      );
      return opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    },
  };
}

function createBearer(issuer: Issuer, exchangeAudience: string | undefined, now: () => Date): BearerFor {
  if (exchangeAudience === undefined) return ({ token }) => token;
  const exchange = createTokenExchange(issuer, exchangeAudience, now);
  return ({ token, expiresAt = 0 }, principal) => exchange({ token, expiresAt: expiresAt * 1000 }, principal);
}

function assertCanVerify({ metadata, hasClient }: Issuer): void {
  if (metadata.jwks_uri !== undefined || (hasClient && metadata.introspection_endpoint !== undefined)) return;
  throw new OAuthSetupError(
    `The issuer ${metadata.issuer} publishes no keys. Give --oauth-client, so that tokens can be introspected.`,
  );
}

async function openOffline(
  issuer: Issuer,
  { key, keyFile, scopes }: OfflineOptions,
  { folder, redirectUri, now }: { readonly folder: string; readonly redirectUri: string; readonly now: () => Date },
): Promise<OfflineAccess> {
  if (issuer.metadata.code_challenge_methods_supported?.includes('S256') !== true)
    throw new OAuthSetupError(
      `The issuer ${issuer.metadata.issuer} does not offer PKCE (S256), which --oauth-offline needs.`,
    );
  const secret =
    key === undefined ? await readKeyFile(keyFile ?? join(folder, 'key')) : parseKey(key, 'OAUTH_TOKEN_KEY');
  const store = createGrantStore(join(folder, 'grants'), secret);
  return createOfflineAccess({ issuer, store, redirectUri, scopes, now });
}
