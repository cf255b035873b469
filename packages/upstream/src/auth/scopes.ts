import { MOST_SCOPES } from './limits.ts';

/** The characters that RFC 6749 allows in a scope. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/;

/**
 * Parses scopes from untrusted text: unique, in order, without invalid ones.
 *
 * @example
 * toScopes('notes:read notes:read notes:write') // ['notes:read', 'notes:write']
 */
export function toScopes(text: string | readonly string[] | undefined): readonly string[] {
  const words = typeof text === 'string' ? text.split(' ') : (text ?? []);
  return [...new Set(words.filter((word) => SCOPE.test(word)))].slice(0, MOST_SCOPES);
}

export interface ScopeSources {
  /** Requested by the server's challenge. */
  readonly challenged: readonly string[];
  /** Supported according to the server's metadata. */
  readonly supported: readonly string[];
  readonly configured: readonly string[];
  /** Granted before; a new sign-in must not lose them. */
  readonly granted: readonly string[];
  /** Supported according to the authorization server's metadata. */
  readonly offered: readonly string[];
}

/**
 * Chooses the scopes to request: those of the challenge, else those the server supports, plus the configured and
 * previously granted ones. Adds `offline_access` if it is offered, so that the sign-in outlasts its token.
 */
export function chooseScopes({ challenged, supported, configured, granted, offered }: ScopeSources): readonly string[] {
  const wanted = challenged.length > 0 ? challenged : supported;
  const lasting = offered.includes(LASTING) ? [LASTING] : [];
  const chosen = toScopes([...granted, ...wanted, ...configured]);
  return chosen.length === 0 && lasting.length === 0 ? [] : toScopes([...chosen, ...lasting]);
}

const LASTING = 'offline_access';
