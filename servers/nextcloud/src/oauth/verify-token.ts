import { OAuthError, OAuthErrorCode } from '@modelcontextprotocol/server';
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { type IntrospectionResponse, tokenIntrospection } from 'openid-client';
import type { Issuer } from './issuer.ts';
import { createIssuerKeys } from './issuer-keys.ts';
import { limitConcurrency } from './limit-concurrency.ts';
import { keepVerified } from './verified-cache.ts';

/** The claims of a valid token. */
export interface VerifiedToken {
  readonly subject: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/** The authorization server could not be reached, so the token is neither valid nor invalid. */
export class IssuerUnavailable extends Error {}

/** Asymmetric algorithms only: if HS256 were allowed, an attacker could sign with the public key as the shared secret. */
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
const TYPES: ReadonlySet<string> = new Set(['jwt', 'at+jwt', 'application/at+jwt']);
/** Claims that only ID tokens and logout tokens have. */
const FOREIGN_CLAIMS = ['at_hash', 'c_hash', 'events'] as const;
const CLOCK_TOLERANCE_S = 5;
/** Limits introspections: each invented token costs a request to the authorization server. */
const INTROSPECTIONS = { atOnce: 8, waiting: 40 } as const;
const MAX_OPAQUE_LENGTH = 4096;

/** Checks access tokens of one issuer for one audience. Throws an `OAuthError` for those that are not valid. */
export function createTokenVerifier(
  issuer: Issuer,
  audience: string,
  now: () => Date,
): (token: string) => Promise<VerifiedToken> {
  const { metadata } = issuer;
  const keys = metadata.jwks_uri === undefined ? undefined : createIssuerKeys(metadata.jwks_uri, now);
  const limited = limitConcurrency(INTROSPECTIONS);

  const verifyJwt = async (token: string, type: unknown): Promise<VerifiedToken> => {
    if (keys === undefined || !isAccessTokenType(type)) throw invalid('This kind of token is not accepted');
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
    if (token.length > MAX_OPAQUE_LENGTH) throw invalid('The token is too long');
    let claims: IntrospectionResponse;
    try {
      claims = await limited(() => tokenIntrospection(issuer.config, token, { token_type_hint: 'access_token' }));
    } catch {
      throw new IssuerUnavailable('The authorization server did not answer the introspection.');
    }
    // The endpoint also introspects refresh tokens, which have no token type.
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

  const introspectOnce = keepVerified(introspect, now);
  return async (token) => {
    const header = jwtHeader(token);
    return header === undefined ? introspectOnce(token) : verifyJwt(token, header.typ);
  };
}

/** `undefined` for a token that is not a JWT. A JWT that fails its check is never tried as an opaque token. */
function jwtHeader(token: string): { readonly typ?: unknown } | undefined {
  try {
    return decodeProtectedHeader(token);
  } catch {
    if (token.split('.').length === 3) throw invalid('The token is malformed');
    return undefined;
  }
}

/** Attackers control the header: `typ` need not be a string. */
const isAccessTokenType = (type: unknown): boolean =>
  type === undefined || (typeof type === 'string' && TYPES.has(type.toLowerCase()));

function toVerified(claims: JWTPayload, scopes: readonly string[]): VerifiedToken {
  const { sub, exp, azp } = claims;
  const { client_id: clientId } = claims;
  assertUsable(claims);
  if (typeof sub !== 'string' || sub === '' || typeof exp !== 'number') throw invalid('The token names no user');
  const client = [clientId, azp].find((value) => typeof value === 'string');
  return { subject: sub, clientId: typeof client === 'string' ? client : 'unknown', scopes, expiresAt: exp };
}

/**
 * Rejects tokens of this issuer and audience that are not bearer tokens of a user. ID tokens match if the audience is also the id
 * of a client.
 */
function assertUsable(claims: JWTPayload): void {
  const { sub, cnf, client_id: clientId } = claims;
  // Keycloak tells the kind of a token in `typ`, Cognito in `token_use`.
  const kinds = [claims['typ'], claims['token_use']].filter((kind) => kind !== undefined);
  const isAccessToken = kinds.every((kind) => typeof kind === 'string' && /^(bearer|access)$/i.test(kind));
  if (!isAccessToken || FOREIGN_CLAIMS.some((claim) => claims[claim] !== undefined))
    throw invalid('This kind of token is not accepted');
  // RFC 9449, RFC 8705: only the client with the key may use the token, which this server cannot check.
  if (cnf !== undefined) throw invalid('The token is bound to a key of its client');
  // RFC 9068: a token without a user has the client's id as `sub`, which may equal a user name.
  if (sub !== undefined && sub === clientId) throw invalid('The token names no user');
}

/** `scope` as in RFC 9068, or `scp` as some servers write it. */
function scopesIn({ scope, scp }: JWTPayload): readonly string[] {
  if (typeof scope === 'string') return splitScopes(scope);
  if (Array.isArray(scp)) return scp.filter((value) => typeof value === 'string');
  return typeof scp === 'string' ? splitScopes(scp) : [];
}

const splitScopes = (scope: string | undefined): readonly string[] => scope?.split(' ').filter(Boolean) ?? [];

/** Maps library errors to own messages, because theirs may quote the token. */
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
