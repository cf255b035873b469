import { startAuthorization, validateAuthorizationResponseIssuer } from '@modelcontextprotocol/client';
import { err, ok, type Result } from '@toolmark/annotations';
import type { UpstreamConfig } from '../upstream-config.ts';
import type { CallbackAnswer } from './callback.ts';
import type { CarefulWeb } from './careful-fetch.ts';
import type { Challenge } from './challenge.ts';
import { type HandRegistered, mixUpProblem } from './common-redirect.ts';
import { discover } from './discover.ts';
import type { Flow, Flows } from './flows.ts';
import { identify, namesIssuer } from './identify.ts';
import { problem, type SignInProblem } from './problem.ts';
import { isRedirectOf } from './redirect.ts';
import { chooseScopes, toScopes } from './scopes.ts';
import type { SignInKey, SignInRecord } from './sign-in-record.ts';
import type { BegunSignIn } from './sign-ins.ts';
import { redeemCode, WRONG_ISSUER } from './tokens.ts';

export interface BeginOptions {
  readonly key: SignInKey;
  readonly config: UpstreamConfig;
  /** The redirect address that is the same for all authorization servers. */
  readonly redirectUrl: string;
  /** The clients that use it. */
  readonly clients: readonly HandRegistered[];
  readonly challenge: Challenge | undefined;
  readonly before: SignInRecord | undefined;
  readonly web: CarefulWeb;
  readonly flows: Flows;
}

/** Starts a sign-in: from a server to the address that a person opens. */
export async function beginFlow(options: BeginOptions): Promise<Result<BegunSignIn, SignInProblem>> {
  const { key, config, redirectUrl, clients, challenge, before, web, flows } = options;
  const server = new URL(key.url);
  const { fetch, place } = await web.fetchFor(server);
  const metadataUrl = challenge?.metadataUrl ?? before?.metadataUrl;
  const refusal = challenge === undefined && before === undefined ? undefined : { metadataUrl };
  const found = await discover({
    server,
    challenge: refusal,
    knownIssuer: before?.issuer,
    expectedIssuer: config.oauth?.issuer,
    fetch,
    place,
  });
  if (!found.ok) return found;
  const discovery = found.value;
  const { metadata } = discovery;
  const isSame = before?.issuer === metadata.issuer;
  // The authorization server may have deleted the client of an attempt that got no answer: only the person sees that
  // error, so register again.
  const known = isSame && flows.attempt(key.server)?.state !== 'waiting' ? before.client : undefined;
  const client = await identify({ config: config.oauth, discovery, redirectUrl, known, fetch });
  if (!client.ok) return client;
  if (client.value.redirectUrl === redirectUrl && !namesIssuer(metadata)) {
    const use = { server: key.server, issuer: metadata.issuer, commonUrl: redirectUrl, clients };
    const mixUp = mixUpProblem(use);
    if (mixUp !== undefined) return err(mixUp);
  }
  const scopes = chooseScopes({
    challenged: isSame && before.missingScopes.length > 0 ? before.missingScopes : (challenge?.scopes ?? []),
    supported: discovery.scopes,
    configured: config.oauth?.scopes ?? [],
    granted: isSame ? before.scopes : [],
    offered: toScopes(metadata.scopes_supported),
  });
  const state = flows.newState();
  const { authorizationUrl, codeVerifier } = await startAuthorization(metadata.issuer, {
    metadata,
    clientInformation: { client_id: client.value.id },
    redirectUrl: client.value.redirectUrl,
    state,
    resource: discovery.resource,
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
  });
  const flow = flows.add(state, { ...key, discovery, metadataUrl, client: client.value, codeVerifier, scopes });
  if (flow === undefined)
    return err(problem('unreachable', 'Too many sign-ins are in progress. Try again in ten minutes.'));
  const { id, expiresAt } = flow;
  return ok({ id, url: authorizationUrl.href, redirectUrl: client.value.redirectUrl, expiresAt });
}

/** Completes a sign-in with the authorization server's answer. The caller has removed the flow already. */
export async function finishFlow(
  flow: Flow,
  { code, iss, error, path }: CallbackAnswer,
  { config, web, now }: { readonly config: UpstreamConfig; readonly web: CarefulWeb; readonly now: () => number },
): Promise<Result<SignInRecord, SignInProblem>> {
  const { server, url, discovery, metadataUrl, client, codeVerifier, scopes } = flow;
  const { metadata, resource } = discovery;
  if (!isRedirectOf(client.redirectUrl, path)) return err(problem('refused', WRONG_ISSUER));
  try {
    // Refusals are validated too: anyone could send the person a forged one.
    validateAuthorizationResponseIssuer({
      iss,
      expectedIssuer: metadata.issuer,
      // A pasted part of the address has no path to identify the issuer, so `iss` is required.
      issParameterSupported: path === undefined || namesIssuer(metadata),
    });
  } catch {
    return err(problem('refused', iss === undefined ? NO_ISSUER : WRONG_ISSUER));
  }
  if (error !== undefined) return err(problem('refused', REFUSALS.get(error) ?? NOT_ALLOWED));
  if (code === undefined) return err(problem('wrong', 'There is no code in the answer. Sign in again.'));
  const { fetch } = await web.fetchFor(new URL(url));
  const got = await redeemCode({
    discovery,
    client,
    config: config.oauth,
    fetch,
    now,
    code,
    iss,
    codeVerifier,
    scopes,
  });
  if (!got.ok) return got;
  const { issuer } = metadata;
  const bound = { server, url, issuer, resource, ...(metadataUrl !== undefined && { metadataUrl }), client };
  return ok({ ...bound, ...got.value, missingScopes: [] });
}

const NO_ISSUER =
  'The answer does not identify its issuer, which is required here. Paste the whole address from the browser, or sign in again.';
const NOT_ALLOWED = 'The authorization server refused the sign-in. Sign in again, or contact its operator.';
const REFUSALS: ReadonlyMap<string, string> = new Map([
  ['access_denied', 'Access was denied in the browser. Sign in again to allow it.'],
  [
    'invalid_scope',
    'The authorization server does not know the requested scopes. Correct oauth.scopes of this server in the config.',
  ],
  ['temporarily_unavailable', 'The authorization server is temporarily unavailable. Try again later.'],
  ['server_error', 'The authorization server failed internally. Try again later.'],
]);
