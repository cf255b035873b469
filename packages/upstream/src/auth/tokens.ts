import {
  exchangeAuthorization,
  IssuerMismatchError,
  OAuthError,
  type OAuthTokens,
  refreshAuthorization,
  selectClientAuthMethod,
} from '@modelcontextprotocol/client';
import { err, ok, type Result } from '@toolmark/annotations';
import { toPrintable } from '@toolmark/reach';
import type { OAuthConfig } from '../upstream-config.ts';
import { type CarefulFetch, NotFetched } from './careful-fetch.ts';
import { type Discovery, toProblem } from './discover.ts';
import { toClientInformation } from './identify.ts';
import { RENEW_AHEAD_MS } from './limits.ts';
import { problem, type SignInProblem } from './problem.ts';
import { toScopes } from './scopes.ts';
import type { OAuthClient, SignInRecord } from './sign-in-record.ts';

/** The fields of a sign-in that come from the token endpoint. */
export type Granted = Pick<SignInRecord, 'accessToken' | 'refreshToken' | 'expiresAt' | 'renewAt' | 'scopes'>;

export interface TokenRequest {
  readonly discovery: Discovery;
  readonly client: OAuthClient;
  readonly config: OAuthConfig | undefined;
  readonly fetch: CarefulFetch;
  readonly now: () => number;
}

export interface CodeRequest extends TokenRequest {
  readonly code: string;
  readonly iss: string | undefined;
  readonly codeVerifier: string;
  /** The requested scopes, which count as granted if the answer names none. */
  readonly scopes: readonly string[];
}

/** Exchanges a code for tokens. The caller has validated the answer's issuer (RFC 9207). */
export function redeemCode(request: CodeRequest): Promise<Result<Granted, SignInProblem>> {
  const { discovery, client, config, fetch, code, iss, codeVerifier, scopes } = request;
  return granted(request, scopes, () =>
    exchangeAuthorization(discovery.metadata.issuer, {
      metadata: discovery.metadata,
      clientInformation: toClientInformation(client, config),
      authorizationCode: code,
      ...(iss !== undefined && { iss }),
      codeVerifier,
      redirectUri: client.redirectUrl,
      resource: discovery.resource,
      fetchFn: fetch,
    }),
  );
}

/** Renews an expiring token. `refused` means that the sign-in has ended. */
export function renewToken(
  request: TokenRequest,
  { refreshToken = '', scopes }: SignInRecord,
): Promise<Result<Granted, SignInProblem>> {
  const { discovery, client, config, fetch } = request;
  return granted(request, scopes, () =>
    refreshAuthorization(discovery.metadata.issuer, {
      metadata: discovery.metadata,
      clientInformation: toClientInformation(client, config),
      refreshToken,
      resource: discovery.resource,
      fetchFn: fetch,
    }),
  );
}

/** Whether tokens were revoked (RFC 7009); `null` if the issuer does not support it. */
export async function revokeToken(request: TokenRequest, record: SignInRecord): Promise<boolean | null> {
  const { discovery, client, config, fetch } = request;
  const { metadata, revocationUrl } = discovery;
  if (revocationUrl === undefined || !URL.canParse(revocationUrl)) return null;
  const who = toClientInformation(client, config);
  // Revoking the refresh token revokes the access token too.
  const [token, hint] =
    record.refreshToken === undefined ? [record.accessToken, 'access_token'] : [record.refreshToken, 'refresh_token'];
  const body = new URLSearchParams({ token, token_type_hint: hint });
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' });
  const method = selectClientAuthMethod(who, [...(metadata.token_endpoint_auth_methods_supported ?? [])]);
  if (method === 'client_secret_basic') {
    // Encoded the way the SDK does it for token requests.
    headers.set('authorization', `Basic ${btoa(`${who.client_id}:${who.client_secret ?? ''}`)}`);
  } else {
    body.set('client_id', who.client_id);
    if (method === 'client_secret_post' && who.client_secret !== undefined)
      body.set('client_secret', who.client_secret);
  }
  try {
    return (await fetch(revocationUrl, { method: 'POST', headers, body })).ok;
  } catch {
    return false;
  }
}

/** Replaces the SDK's error texts, which may quote request parameters. */
async function granted(
  { discovery, now }: TokenRequest,
  asked: readonly string[],
  ask: () => Promise<OAuthTokens>,
): Promise<Result<Granted, SignInProblem>> {
  const issuer = toPrintable(discovery.metadata.issuer, 200);
  try {
    const tokens = await ask();
    if (tokens.token_type.toLowerCase() !== 'bearer' || !HEADER_SAFE.test(tokens.access_token)) {
      return err(problem('broken', `${issuer} issued a token of an unknown type; contact its operator.`));
    }
    return ok(toGranted(tokens, asked, now()));
  } catch (error) {
    if (error instanceof NotFetched) return err(toProblem(error));
    if (error instanceof IssuerMismatchError) return err(problem('refused', WRONG_ISSUER));
    if (error instanceof OAuthError && FINAL.has(error.code)) {
      return err(problem('refused', `${issuer} refused (${error.code}).`));
    }
    const passing = error instanceof OAuthError && (error.code === 'server_error' || PASSING.has(error.code));
    return err(
      passing
        ? problem('unreachable', `${issuer} is temporarily unavailable. Try again later.`)
        : problem('broken', `${issuer} sent an invalid answer; contact its operator.`),
    );
  }
}

export const WRONG_ISSUER =
  'The answer came from another issuer than the one that was asked, so it was discarded. Sign in again; if it happens again, do not trust the server.';

const FINAL: ReadonlySet<string> = new Set([
  'invalid_grant',
  'invalid_client',
  'unauthorized_client',
  'invalid_scope',
  'invalid_target',
  'unsupported_grant_type',
  'invalid_request',
  'access_denied',
]);
const PASSING: ReadonlySet<string> = new Set(['temporarily_unavailable', 'too_many_requests', 'slow_down']);

/** RFC 6750: any other character could break the header or inject another. */
const HEADER_SAFE = /^[\x21-\x7e]+$/;

function toGranted(tokens: OAuthTokens, asked: readonly string[], now: number): Granted {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, scope } = tokens;
  const lifeMs = seconds === undefined ? undefined : Math.max(0, Math.floor(seconds * 1_000));
  return {
    accessToken,
    ...(refreshToken !== undefined && { refreshToken }),
    ...(lifeMs !== undefined && {
      expiresAt: now + lifeMs,
      renewAt: now + lifeMs - Math.min(RENEW_AHEAD_MS, Math.floor(lifeMs / 5)),
    }),
    scopes: scope === undefined ? asked : toScopes(scope),
  };
}
