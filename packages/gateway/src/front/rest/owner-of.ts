import type { OwnerCredential } from '../tokens/credential.ts';
import type { RestContext } from './deps.ts';

/**
 * The owner's credential that a request came with: who decides, and by which route, never comes from its body or other headers.
 * For routes that are not public; anything else there is a bug of the guard, and nothing is done for it.
 *
 * @example
 * const { route, by } = toDecider(ownerOf(context)); // { route: 'page', by: 'ann' }
 */
export function ownerOf({ env }: RestContext): OwnerCredential {
  if (env.credential.kind !== 'owner')
    throw new Error(`The API was reached with a credential of kind ${env.credential.kind}.`);
  return env.credential;
}
