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
import { addressProblem, type Place } from './place.ts';
import { problem, type SignInProblem } from './problem.ts';
import { toScopes } from './scopes.ts';

/** Who can let somebody in to a server, and how. */
export interface Discovery {
  readonly metadata: AuthorizationServerMetadata;
  /** What tokens are asked for, as the server writes it. */
  readonly resource: string;
  /** Where tokens are taken back, where that is offered. */
  readonly revocationUrl: string | undefined;
  /** Which scopes the server knows. */
  readonly scopes: readonly string[];
}

export interface DiscoverOptions {
  /** Without credentials and fragment. */
  readonly server: URL;
  /** What the server said when it refused; `undefined` where it did not. */
  readonly challenge: Pick<Challenge, 'metadataUrl'> | undefined;
  /** Taken where the server names several. */
  readonly knownIssuer?: string | undefined;
  /** The only one that a person lets it be. */
  readonly expectedIssuer?: string | undefined;
  readonly fetch: CarefulFetch;
  readonly place: Place;
}

/**
 * Asks a server who can let somebody in, and those how. What they say counts only where it fits together: the resource is this server,
 * the issuer is the one that was asked, and codes are bound to who asked for them (S256).
 */
export async function discover(options: DiscoverOptions): Promise<Result<Discovery, SignInProblem>> {
  const { server, challenge, fetch, place } = options;
  const shown = toShownUrl(server);
  const found = await readResource(options);
  if (!found.ok) return found;
  const resource = found.value;
  if (resource !== undefined && !isResourceOf(server, resource)) {
    const message = `${shown} says that its tokens are for ${toPrintable(resource.resource, 200)}, which is another server; ask who runs it.`;
    return err(problem('broken', message));
  }
  const issuer = issuerOf(resource, server, options);
  if (options.expectedIssuer !== undefined && !isSameIssuer(issuer, options.expectedIssuer)) {
    const message = `The server names ${toPrintable(issuer, 200)} to sign in at, while oauth.issuer in the config is ${options.expectedIssuer}. Nobody was sent there, and it was told nothing; correct the config if you know why.`;
    return err(problem('broken', message));
  }
  const asked = await readIssuer(issuer, fetch);
  if (!asked.ok) return asked;
  if (asked.value === undefined) {
    if (resource === undefined && challenge === undefined) {
      return err(problem('needless', `${shown} asked nobody to sign in, and says nowhere how one would.`));
    }
    const message = `${toPrintable(issuer, 200)} does not say how one signs in to ${shown}. If the server takes a key instead, put it into the headers of this server in the config.`;
    return err(problem('broken', message));
  }
  const { metadata, revocationUrl } = asked.value;
  const unfit = misfitOf(metadata, place);
  if (unfit !== undefined) return err(problem('broken', `${toPrintable(metadata.issuer, 200)} ${unfit}`));
  return ok({
    metadata,
    revocationUrl,
    // Without a document of its own a server is what it is called by.
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
    // Older servers have no such document; one that names it and has none is broken.
    if (named === undefined && error instanceof Error && NO_DOCUMENT.test(error.message)) return ok(undefined);
    const where = named === undefined ? toShownUrl(server) : toShownUrl(new URL(named));
    return err(problem('broken', `What ${where} says about signing in cannot be read; ask who runs it.`));
  }
}

/** The SDK tells these apart from broken documents by words only. */
const NO_DOCUMENT = /does not implement|^HTTP 4\d\d /;

async function readIssuer(
  issuer: string,
  fetch: CarefulFetch,
): Promise<Result<Pick<Discovery, 'metadata' | 'revocationUrl'> | undefined, SignInProblem>> {
  const shown = toPrintable(issuer, 200);
  if (!URL.canParse(issuer))
    return err(problem('broken', `The server names '${shown}' to sign in at, which is no address.`));
  try {
    // The SDK keeps only some of what OpenID providers say; where tokens are taken back is not among it.
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
        ? 'says that it is somebody else, so it is not trusted'
        : 'says how one signs in there in a way that cannot be read';
    return err(problem('broken', `${shown} ${why}; ask who runs it.`));
  }
}

/** Many servers answer any path with their page, which is no document about them. */
const jsonFrom =
  (fetch: CarefulFetch): CarefulFetch =>
  async (url, init) => {
    const response = await fetch(url, init);
    const isJson = /\bjson\b/i.test(response.headers.get('content-type') ?? '');
    return response.ok && !isJson ? new Response(null, { status: 404 }) : response;
  };

/** Before there were documents about servers, a server was its own authorization server. */
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

/** People leave out the slash at the end, or do not. */
export const isSameIssuer = (one: string, other: string): boolean =>
  one.replace(/\/$/, '') === other.replace(/\/$/, '');

function isResourceOf(server: URL, { resource }: OAuthProtectedResourceMetadata): boolean {
  return URL.canParse(resource) && checkResourceAllowed({ requestedResource: server, configuredResource: resource });
}

/** Completes a sentence that begins with the authorization server. */
function misfitOf(metadata: AuthorizationServerMetadata, place: Place): string | undefined {
  if (metadata.code_challenge_methods_supported?.includes('S256') !== true) {
    return 'does not protect codes with PKCE (S256), so nobody is sent there; ask who runs it.';
  }
  if (!metadata.response_types_supported.includes('code')) return 'hands out no codes; ask who runs it.';
  for (const endpoint of [metadata.authorization_endpoint, metadata.token_endpoint]) {
    const why = URL.canParse(endpoint) ? addressProblem(new URL(endpoint), place) : 'is none';
    if (why !== undefined) return `names an address that ${why}; ask who runs it.`;
  }
  return undefined;
}

/** What kept an address from being read. */
export const toProblem = ({ isForbidden, message }: NotFetched): SignInProblem =>
  isForbidden ? problem('broken', message) : problem('unreachable', `${message} Try again later.`);
