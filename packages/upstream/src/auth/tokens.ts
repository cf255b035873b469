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

/** The part of a sign-in that an authorization server hands out. */
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
  /** What was asked for, which is what was granted where nobody says otherwise. */
  readonly scopes: readonly string[];
}

/** Trades a code for tokens. The issuer of the answer is checked before the code leaves (RFC 9207). */
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

/** A new token for one that ends. `refused` means that the sign-in is over. */
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

/** Whether tokens were taken back (RFC 7009); `null` where that is not offered. */
export async function revokeToken(request: TokenRequest, record: SignInRecord): Promise<boolean | null> {
  const { discovery, client, config, fetch } = request;
  const { metadata, revocationUrl } = discovery;
  if (revocationUrl === undefined || !URL.canParse(revocationUrl)) return null;
  const who = toClientInformation(client, config);
  // The longer-lived one takes the other with it.
  const [token, hint] =
    record.refreshToken === undefined ? [record.accessToken, 'access_token'] : [record.refreshToken, 'refresh_token'];
  const body = new URLSearchParams({ token, token_type_hint: hint });
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' });
  const method = selectClientAuthMethod(who, [...(metadata.token_endpoint_auth_methods_supported ?? [])]);
  if (method === 'client_secret_basic') {
    // As the SDK does it where tokens are asked for.
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

/** What the SDK throws is told in words of ours: its own may quote what was sent. */
async function granted(
  { discovery, now }: TokenRequest,
  asked: readonly string[],
  ask: () => Promise<OAuthTokens>,
): Promise<Result<Granted, SignInProblem>> {
  const issuer = toPrintable(discovery.metadata.issuer, 200);
  try {
    const tokens = await ask();
    if (tokens.token_type.toLowerCase() !== 'bearer' || !HEADER_SAFE.test(tokens.access_token)) {
      return err(problem('broken', `${issuer} handed out a token of a kind that is not known here; ask who runs it.`));
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
        ? problem('unreachable', `${issuer} could not answer. Try again later.`)
        : problem('broken', `${issuer} answered in a way that cannot be read; ask who runs it.`),
    );
  }
}

export const WRONG_ISSUER =
  'The answer came from somebody else than was asked, so it was not used. Sign in again; if it happens again, do not trust the server.';

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

/** RFC 6750: anything else would break the header, or out of it. */
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
