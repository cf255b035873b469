import {
  type AuthorizationServerMetadata,
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  IssuerMismatchError,
  type OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/client';
import { err, isJsonObject, ok, type Result } from '@toolmark/annotations';
import { toPrintable, toShownUrl } from '@toolmark/reach';
import { type CarefulFetch, NotFetched } from './careful-fetch.ts';
import type { Challenge } from './challenge.ts';
import { isSameIssuer } from './common-redirect.ts';
import { addressProblem, type Place } from './place.ts';
import { problem, type SignInProblem } from './problem.ts';
import { toScopes } from './scopes.ts';

/** A server's authorization server, and how to sign in there. */
export interface Discovery {
  readonly metadata: AuthorizationServerMetadata;
  /** The resource that tokens are requested for, as the server spells it. */
  readonly resource: string;
  /** The revocation endpoint, if there is one. */
  readonly revocationUrl: string | undefined;
  /** The scopes that the server supports. */
  readonly scopes: readonly string[];
}

export interface DiscoverOptions {
  /** Without credentials and fragment. */
  readonly server: URL;
  /** The server's challenge; `undefined` without one. */
  readonly challenge: Pick<Challenge, 'metadataUrl'> | undefined;
  /** Preferred if the server names several. */
  readonly knownIssuer?: string | undefined;
  /** The only issuer that the config allows. */
  readonly expectedIssuer?: string | undefined;
  readonly fetch: CarefulFetch;
  readonly place: Place;
}

/**
 * Discovers a server's authorization server and its metadata. Accepts only consistent metadata: the resource is this
 * server, the issuer is the one that was asked, and PKCE uses S256.
 */
export async function discover(options: DiscoverOptions): Promise<Result<Discovery, SignInProblem>> {
  const { server, challenge, fetch, place } = options;
  const shown = toShownUrl(server);
  const found = await readResource(options);
  if (!found.ok) return found;
  const resource = found.value;
  if (resource !== undefined && !isResourceOf(server, resource)) {
    const message = `${shown} says that its tokens are for ${toPrintable(resource.resource, 200)}, which is another server; contact its operator.`;
    return err(problem('broken', message));
  }
  const issuer = issuerOf(resource, server, options);
  if (options.expectedIssuer !== undefined && !isSameIssuer(issuer, options.expectedIssuer)) {
    const message = `The server names ${toPrintable(issuer, 200)} as its authorization server, but oauth.issuer in the config is ${options.expectedIssuer}. No request was sent to it; correct the config if the change is intended.`;
    return err(problem('broken', message));
  }
  const asked = await readIssuer(issuer, fetch);
  if (!asked.ok) return asked;
  if (asked.value === undefined) {
    if (resource === undefined && challenge === undefined) {
      return err(problem('needless', `${shown} does not require a sign-in and does not describe one.`));
    }
    const message = `${toPrintable(issuer, 200)} does not describe how to sign in to ${shown}. If the server takes a key instead, put it into the headers of this server in the config.`;
    return err(problem('broken', message));
  }
  const { metadata, revocationUrl } = asked.value;
  const unfit = misfitOf(metadata, place);
  if (unfit !== undefined) return err(problem('broken', `${toPrintable(metadata.issuer, 200)} ${unfit}`));
  return ok({
    metadata,
    revocationUrl,
    // Without metadata, the server's own address is the resource.
    resource: resource?.resource ?? server.href,
    scopes: toScopes(resource?.scopes_supported),
  });
}

async function readResource({
  server,
  challenge,
  fetch,
}: DiscoverOptions): Promise<Result<OAuthProtectedResourceMetadata | undefined, SignInProblem>> {
  const named = challenge?.metadataUrl;
  try {
    const at = named === undefined ? {} : { resourceMetadataUrl: named };
    return ok(await discoverOAuthProtectedResourceMetadata(server, at, jsonFrom(fetch)));
  } catch (error) {
    if (error instanceof NotFetched) return err(toProblem(error));
    // Older servers have no metadata; but a challenge that names metadata which does not exist is an error.
    if (named === undefined && error instanceof Error && NO_DOCUMENT.test(error.message)) return ok(undefined);
    const where = named === undefined ? toShownUrl(server) : toShownUrl(new URL(named));
    return err(problem('broken', `The sign-in metadata at ${where} is invalid; contact its operator.`));
  }
}

/** The SDK's errors distinguish missing metadata from invalid metadata only by their text. */
const NO_DOCUMENT = /does not implement|^HTTP 4\d\d /;

async function readIssuer(
  issuer: string,
  fetch: CarefulFetch,
): Promise<Result<Pick<Discovery, 'metadata' | 'revocationUrl'> | undefined, SignInProblem>> {
  const shown = toPrintable(issuer, 200);
  if (!URL.canParse(issuer))
    return err(
      problem('broken', `The server names '${shown}' as its authorization server, which is not a valid address.`),
    );
  try {
    // The SDK drops fields of OpenID metadata, the revocation endpoint among them.
    let said: unknown;
    const readJson = jsonFrom(fetch);
    const fetchFn: CarefulFetch = async (url, init) => {
      const response = await readJson(url, init);
      said = response.ok ? await response.clone().json() : undefined;
      return response;
    };
    const metadata = await discoverAuthorizationServerMetadata(issuer, { fetchFn });
    const revocationUrl = isJsonObject(said) ? said['revocation_endpoint'] : undefined;
    return ok(metadata && { metadata, revocationUrl: typeof revocationUrl === 'string' ? revocationUrl : undefined });
  } catch (error) {
    if (error instanceof NotFetched) return err(toProblem(error));
    const why =
      error instanceof IssuerMismatchError
        ? 'reports another issuer, so it is not trusted'
        : 'has invalid sign-in metadata';
    return err(problem('broken', `${shown} ${why}; contact its operator.`));
  }
}

/** Many servers answer every path with an HTML page, which is not metadata. */
const jsonFrom =
  (fetch: CarefulFetch): CarefulFetch =>
  async (url, init) => {
    const response = await fetch(url, init);
    const isJson = /\bjson\b/i.test(response.headers.get('content-type') ?? '');
    return response.ok && !isJson ? new Response(null, { status: 404 }) : response;
  };

/** Before resource metadata existed, a server was its own authorization server. */
function issuerOf(
  resource: OAuthProtectedResourceMetadata | undefined,
  server: URL,
  { expectedIssuer, knownIssuer }: Pick<DiscoverOptions, 'expectedIssuer' | 'knownIssuer'>,
): string {
  const named = resource?.authorization_servers ?? [];
  const expected = named.find((issuer) => expectedIssuer !== undefined && isSameIssuer(issuer, expectedIssuer));
  if (expected !== undefined) return expected;
  if (knownIssuer !== undefined && named.includes(knownIssuer)) return knownIssuer;
  return named[0] ?? `${server.origin}/`;
}

function isResourceOf(server: URL, { resource }: OAuthProtectedResourceMetadata): boolean {
  return URL.canParse(resource) && checkResourceAllowed({ requestedResource: server, configuredResource: resource });
}

/** Completes a sentence that starts with the authorization server. */
function misfitOf(metadata: AuthorizationServerMetadata, place: Place): string | undefined {
  if (metadata.code_challenge_methods_supported?.includes('S256') !== true) {
    return 'does not protect codes with PKCE (S256), so it is not used; contact its operator.';
  }
  if (!metadata.response_types_supported.includes('code'))
    return 'does not support the authorization code flow; contact its operator.';
  for (const endpoint of [metadata.authorization_endpoint, metadata.token_endpoint]) {
    const why = URL.canParse(endpoint) ? addressProblem(new URL(endpoint), place) : 'is none';
    if (why !== undefined) return `names an address that ${why}; contact its operator.`;
  }
  return undefined;
}

/** Turns a failed fetch into a sign-in problem. */
export const toProblem = ({ isForbidden, message }: NotFetched): SignInProblem =>
  isForbidden ? problem('broken', message) : problem('unreachable', `${message} Try again later.`);
