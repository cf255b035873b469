import { randomUUID } from 'node:crypto';
import * as client from 'openid-client';
import * as z from 'zod';
import { boundedFetch } from '../oauth/bounded-fetch.ts';
import { type Issuer, OAuthSetupError, openIssuer } from '../oauth/issuer.ts';
import type { OAuthOptions } from '../oauth/oauth-options.ts';
import { metadataUrlOf } from '../oauth/protected-resource.ts';
import { type Served, servedModules, supportedScopes } from '../oauth/supported-scopes.ts';
import type { Checks } from './checks.ts';

const Keys = z.object({ keys: z.array(z.object({ kty: z.string(), use: z.string().optional() })) });
const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ASYMMETRIC: ReadonlySet<string> = new Set(['RSA', 'EC', 'OKP']);

/** Checks the configuration for `--oauth` without a user's token. */
export async function examineOAuth({ run }: Checks, options: OAuthOptions, served: Served): Promise<void> {
  const { resource, audience, exchangeAudience, offline } = options;
  let issuer: Issuer | undefined;
  await run('issuer', async () => {
    issuer = await openIssuer(options);
    return `${issuer.metadata.issuer}, metadata read`;
  });
  if (issuer !== undefined) {
    const found = issuer;
    await run('keys', () => examineKeys(found));
    await run('introspection', () => examineIntrospection(found));
    if (exchangeAudience !== undefined) await run('exchange', () => examineExchange(found, exchangeAudience));
    if (offline !== undefined) await run('offline access', () => examineOffline(found));
  }
  await run('resource', () => `${resource}, described at ${metadataUrlOf(resource)}`);
  await run('audience', () => `tokens must be issued for ${audience}`);
  await run('scopes', () => {
    const scopes = supportedScopes(servedModules(served), offline !== undefined);
    const known = issuer?.metadata.scopes_supported;
    const unknown = scopes.filter((scope) => known?.includes(scope) === false);
    const note = unknown.length === 0 ? '' : `; the issuer's metadata does not name: ${unknown.join(' ')}`;
    return `${scopes.join(' ')}${note}`;
  });
}

async function examineKeys({ metadata, hasClient }: Issuer): Promise<string> {
  const { jwks_uri: address, introspection_endpoint: introspection } = metadata;
  if (address === undefined) {
    if (hasClient && introspection !== undefined) return 'none published; all tokens are introspected';
    throw new OAuthSetupError('The issuer publishes no keys. Give --oauth-client, so that tokens can be introspected.');
  }
  const keys = await readKeys(address);
  const usable = keys.filter(({ kty, use }) => ASYMMETRIC.has(kty) && use !== 'enc');
  if (usable.length === 0) throw new OAuthSetupError(`There is no public key for signatures at ${address}.`);
  return `${usable.length} for signatures at ${address}`;
}

async function readKeys(address: string): Promise<z.output<typeof Keys>['keys']> {
  try {
    const response = await boundedFetch(address);
    if (!response.ok)
      throw new OAuthSetupError(`The keys at ${address} could not be fetched (status ${response.status}).`);
    return Keys.parse(await response.json()).keys;
  } catch (error) {
    if (error instanceof OAuthSetupError) throw error;
    throw new OAuthSetupError(`The keys at ${address} cannot be read.`);
  }
}

/** Introspects an invented token: the answer shows whether the issuer accepts this server's client. */
async function examineIntrospection({ config, metadata, hasClient }: Issuer): Promise<string> {
  const { introspection_endpoint: address } = metadata;
  if (address === undefined) return 'not offered by the issuer; only tokens that are JWTs are accepted';
  if (!hasClient) return 'not used without --oauth-client; only tokens that are JWTs are accepted';
  const { active } = await client.tokenIntrospection(config, randomUUID()).catch((error: unknown) => {
    const isRefused =
      error instanceof client.ResponseBodyError ||
      (error instanceof client.WWWAuthenticateChallengeError && error.status === 401);
    throw new OAuthSetupError(
      isRefused
        ? `${address} does not accept this server's client. Check --oauth-client and OAUTH_CLIENT_SECRET.`
        : `${address} did not answer.`,
    );
  });
  if (active) throw new OAuthSetupError(`${address} accepts an invented token as valid. Do not use this issuer.`);
  return `${address}, and it accepts this server's client`;
}

function examineExchange({ metadata }: Issuer, audience: string): string {
  const { grant_types_supported: grants } = metadata;
  if (grants !== undefined && !grants.includes(EXCHANGE))
    throw new OAuthSetupError('The issuer does not offer token exchange, which --oauth-exchange needs.');
  return `tokens are exchanged for ones with the audience ${audience}`;
}

function examineOffline({ metadata }: Issuer): string {
  if (metadata.code_challenge_methods_supported?.includes('S256') !== true)
    throw new OAuthSetupError('The issuer does not offer PKCE (S256), which --oauth-offline needs.');
  const revocation = metadata.revocation_endpoint === undefined ? '; the issuer cannot revoke tokens' : '';
  return `sign-in with PKCE${revocation}`;
}
