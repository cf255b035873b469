import { extractWWWAuthenticateParams } from '@modelcontextprotocol/client';
import { toScopes } from './scopes.ts';

/** The WWW-Authenticate challenge of a server that needs a token or more scopes. */
export interface Challenge {
  /** The address of the resource metadata, if the server names one. */
  readonly metadataUrl: string | undefined;
  readonly scopes: readonly string[];
  readonly error: string | undefined;
  /** Whether the server asks for a bearer token. Without a challenge, the kind of credentials is unknown. */
  readonly isBearer: boolean;
}

/**
 * Parses the WWW-Authenticate header. It may list several schemes; only Bearer is used.
 *
 * @example
 * readChallenge('Bearer error="insufficient_scope", scope="notes:write"').scopes // ['notes:write']
 */
export function readChallenge(header: string | readonly string[] | undefined): Challenge {
  const text = (typeof header === 'string' ? header : (header ?? []).join(', ')).slice(0, MOST_CHARACTERS);
  const from = /(?:^|,)\s*(Bearer\b.*)$/is.exec(text)?.[1];
  if (from === undefined) return NOTHING;
  let headers: Headers;
  try {
    headers = new Headers({ 'www-authenticate': from });
  } catch {
    return NOTHING;
  }
  const { resourceMetadataUrl, scope, error } = extractWWWAuthenticateParams(new Response(null, { headers }));
  return { metadataUrl: resourceMetadataUrl?.href, scopes: toScopes(scope), error, isBearer: true };
}

const MOST_CHARACTERS = 8_192;
const NOTHING: Challenge = { metadataUrl: undefined, scopes: [], error: undefined, isBearer: false };
