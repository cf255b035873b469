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
  if (from === undefined || INVALID.test(from)) return NOTHING;
  // The SDK parses this too, but loading it takes 20 MB, and most gateways have no server that requires a sign-in.
  const url = parameterOf(from, 'resource_metadata');
  return {
    metadataUrl: url !== undefined && URL.canParse(url) ? new URL(url).href : undefined,
    scopes: toScopes(parameterOf(from, 'scope')),
    error: parameterOf(from, 'error'),
    isBearer: true,
  };
}

function parameterOf(challenge: string, name: string): string | undefined {
  const [, quoted, plain] = new RegExp(`\\b${name}=(?:"([^"]+)"|([^\\s,]+))`).exec(challenge) ?? [];
  return quoted ?? plain;
}

/** Characters that no header may contain. */
const INVALID = /[^\t\x20-\x7e\x80-\xff]/;
const MOST_CHARACTERS = 8_192;
const NOTHING: Challenge = { metadataUrl: undefined, scopes: [], error: undefined, isBearer: false };
