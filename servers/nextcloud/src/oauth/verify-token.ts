import { OAuthError, OAuthErrorCode } from '@modelcontextprotocol/server';
import { createRemoteJWKSet, customFetch, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { type IntrospectionResponse, tokenIntrospection } from 'openid-client';
import { boundedFetch, ISSUER_TIMEOUT_MS } from './bounded-fetch.ts';
import type { Issuer } from './issuer.ts';

/** What a valid token says. */
export interface VerifiedToken {
  readonly subject: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/** The authorization server could not be asked, so nothing is known about the token. */
export class IssuerUnavailable extends Error {}

/** Signatures only: with a shared secret, anybody who knows the public key could sign as HS256. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const TYPES: ReadonlySet<string | undefined> = new Set([undefined, 'jwt', 'at+jwt', 'application/at+jwt']);
const CLOCK_TOLERANCE_S = 5;

/** Checks access tokens of one issuer for one audience. Throws an `OAuthError` for those that are not valid. */
export function createTokenVerifier(
  issuer: Issuer,
  audience: string,
  now: () => Date,
): (token: string) => Promise<VerifiedToken> {
  const { metadata } = issuer;
  const keys =
    metadata.jwks_uri === undefined
      ? undefined
      : createRemoteJWKSet(new URL(metadata.jwks_uri), {
          timeoutDuration: ISSUER_TIMEOUT_MS,
          [customFetch]: (url, init) => boundedFetch(url, init),
        });

  const verifyJwt = async (token: string, type: string | undefined): Promise<VerifiedToken> => {
    if (keys === undefined || !TYPES.has(type?.toLowerCase())) throw invalid('This kind of token is not accepted');
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: metadata.issuer,
        audience,
        algorithms: ALGORITHMS,
        requiredClaims: ['exp', 'sub'],
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: now(),
      });
      return toVerified(payload, scopesIn(payload));
    } catch (error) {
      throw toTokenError(error);
    }
  };

  const introspect = async (token: string): Promise<VerifiedToken> => {
    if (!issuer.hasClient || metadata.introspection_endpoint === undefined)
      throw invalid('The token is not a JWT, and this server cannot introspect');
    let claims: IntrospectionResponse;
    try {
      claims = await tokenIntrospection(issuer.config, token, { token_type_hint: 'access_token' });
    } catch {
      throw new IssuerUnavailable('The authorization server did not answer the introspection.');
    }
    // Refresh tokens are introspected by the same endpoint; they have no token type there.
    const isAccessToken = claims.token_type === undefined || /^(bearer|access_token)$/i.test(claims.token_type);
    if (!claims.active || !isAccessToken) throw invalid('The token is not active');
    if (claims.iss !== undefined && claims.iss !== metadata.issuer) throw invalid('The token is of another issuer');
    if (![claims.aud].flat().includes(audience)) throw invalid('The token is for another audience');
    const seconds = now().getTime() / 1000;
    if (claims.exp === undefined || claims.exp + CLOCK_TOLERANCE_S <= seconds) throw invalid('The token has expired');
    if (claims.nbf !== undefined && claims.nbf - CLOCK_TOLERANCE_S > seconds)
      throw invalid('The token is not valid yet');
    return toVerified(claims, splitScopes(claims.scope));
  };

  return (token) => {
    const header = jwtHeader(token);
    return header === undefined ? introspect(token) : verifyJwt(token, header.typ);
  };
}

/** `undefined` for a token that is not a JWT. A JWT that fails its check is never tried as an opaque token. */
function jwtHeader(token: string): { readonly typ?: string | undefined } | undefined {
  try {
    return decodeProtectedHeader(token);
  } catch {
    if (token.split('.').length === 3) throw invalid('The token is malformed');
    return undefined;
  }
}

function toVerified(claims: JWTPayload, scopes: readonly string[]): VerifiedToken {
  const { sub, exp, azp } = claims;
  const { client_id: clientId } = claims;
  if (typeof sub !== 'string' || sub === '' || typeof exp !== 'number') throw invalid('The token names no user');
  const client = [clientId, azp].find((value) => typeof value === 'string');
  return { subject: sub, clientId: typeof client === 'string' ? client : 'unknown', scopes, expiresAt: exp };
}

/** `scope` as in RFC 9068, or `scp` as some servers write it. */
function scopesIn({ scope, scp }: JWTPayload): readonly string[] {
  if (typeof scope === 'string') return splitScopes(scope);
  if (Array.isArray(scp)) return scp.filter((value) => typeof value === 'string');
  return typeof scp === 'string' ? splitScopes(scp) : [];
}

const splitScopes = (scope: string | undefined): readonly string[] => scope?.split(' ').filter(Boolean) ?? [];

/** What is wrong with the token in words of our own: those of libraries may quote it. */
function toTokenError(error: unknown): Error {
  if (error instanceof OAuthError) return error;
  if (error instanceof errors.JWTExpired) return invalid('The token has expired');
  if (error instanceof errors.JWTClaimValidationFailed)
    return invalid(`The claim '${error.claim.replaceAll(/[^a-z_]/g, '')}' of the token is wrong`);
  if (error instanceof errors.JWKSTimeout)
    return new IssuerUnavailable('The keys of the authorization server cannot be read.');
  if (error instanceof errors.JWKSInvalid)
    return new IssuerUnavailable('The keys of the authorization server are damaged.');
  if (error instanceof errors.JOSEAlgNotAllowed) return invalid('The algorithm of the token is not accepted');
  if (error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC')
    return invalid('The signature of the token is wrong');
  return new IssuerUnavailable('The keys of the authorization server cannot be read.');
}

const invalid = (message: string): OAuthError => new OAuthError(OAuthErrorCode.InvalidToken, message);
