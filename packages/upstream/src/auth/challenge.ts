import { extractWWWAuthenticateParams } from '@modelcontextprotocol/client';
import { toScopes } from './scopes.ts';

/** What a server says when it refuses a request for want of a token, or of rights. */
export interface Challenge {
  /** Where it says who can let somebody in. */
  readonly metadataUrl: string | undefined;
  readonly scopes: readonly string[];
  readonly error: string | undefined;
  /** Whether it asks for a bearer token at all; one that asks for nothing may want anything. */
  readonly isBearer: boolean;
}

/**
 * Reads the header of a refusal. Servers may list several schemes in it; what counts is the one for tokens.
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
