import { shellWord } from '@toolmark/base';
import { toPrintable } from '@toolmark/reach';
import type { Challenge } from './challenge.ts';

/** The command that starts a sign-in. */
const loginCommand = (server: string): string => `toolmark servers login ${shellWord(server)}`;

/**
 * Advice for a server that requires authentication.
 *
 * @example
 * adviseSignIn('notes', undefined) // 'sign in with: toolmark servers login notes, or on its page'
 */
export function adviseSignIn(server: string, challenge: Challenge | undefined): string {
  const signIn = `sign in with: ${loginCommand(server)}, or with the button on its page`;
  // A challenge with metadata supports signing in; without it, the server may want an API key.
  if (challenge?.metadataUrl !== undefined) return signIn;
  return `${signIn}. If it takes a key instead, put it into the headers of this server in the config`;
}

export function adviseScopes(server: string, missing: readonly string[]): string {
  const which = missing.length === 0 ? '' : ` (${toPrintable(missing.join(' '), 200)})`;
  return `needs more scopes than were granted${which}; sign in again with: ${loginCommand(server)}, or with the button on its page`;
}
