import { MOST_SCOPES } from './limits.ts';

/** The characters that RFC 6749 grants a scope. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/;

/**
 * Scopes from text that somebody else wrote: each once, in their order. What is none is left out.
 *
 * @example
 * toScopes('notes:read notes:read notes:write') // ['notes:read', 'notes:write']
 */
export function toScopes(text: string | readonly string[] | undefined): readonly string[] {
  const words = typeof text === 'string' ? text.split(' ') : (text ?? []);
  return [...new Set(words.filter((word) => SCOPE.test(word)))].slice(0, MOST_SCOPES);
}

export interface ScopeSources {
  /** What the server's refusal asked for. */
  readonly challenged: readonly string[];
  /** What the server says that it knows. */
  readonly supported: readonly string[];
  readonly configured: readonly string[];
  /** What was granted before, which a new sign-in must not lose. */
  readonly granted: readonly string[];
  /** What the authorization server says that it knows. */
  readonly offered: readonly string[];
}

/**
 * What to ask for: what the refusal says, else what the server knows, and with either what the config wants and what was granted
 * before. Where a sign-in can outlast its token, that is asked for too.
 */
export function chooseScopes({ challenged, supported, configured, granted, offered }: ScopeSources): readonly string[] {
  const wanted = challenged.length > 0 ? challenged : supported;
  const lasting = offered.includes(LASTING) ? [LASTING] : [];
  const chosen = toScopes([...granted, ...wanted, ...configured]);
  return chosen.length === 0 && lasting.length === 0 ? [] : toScopes([...chosen, ...lasting]);
}

const LASTING = 'offline_access';
