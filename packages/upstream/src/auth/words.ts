import { shellWord } from '@toolmark/base';
import { toPrintable } from '@toolmark/reach';
import type { Challenge } from './challenge.ts';

/** What a person runs to be let in. */
const loginCommand = (server: string): string => `toolmark servers login ${shellWord(server)}`;

/**
 * What to do about a server that wants to know who calls.
 *
 * @example
 * adviseSignIn('notes', undefined) // 'sign in with: toolmark servers login notes, or on its page'
 */
export function adviseSignIn(server: string, challenge: Challenge | undefined): string {
  const signIn = `sign in with: ${loginCommand(server)}, or with the button on its page`;
  // One that says how to sign in means it; of the others nobody knows what they want.
  if (challenge?.metadataUrl !== undefined) return signIn;
  return `${signIn}. If it takes a key instead, put it into the headers of this server in the config`;
}

export function adviseScopes(server: string, missing: readonly string[]): string {
  const which = missing.length === 0 ? '' : ` (${toPrintable(missing.join(' '), 200)})`;
  return `needs more rights than were granted${which}; sign in again with: ${loginCommand(server)}, or with the button on its page`;
}
