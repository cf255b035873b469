import type { OwnerCredential } from '../tokens/credential.ts';
import type { RestContext } from './deps.ts';

/**
 * The owner's credential of a request: the identity and route of a decision never come from its body or other headers.
 * Only for routes that are not public; any other credential here is a bug of the guard, and the request fails.
 *
 * @example
 * const { route, by } = toDecider(ownerOf(context)); // { route: 'page', by: 'ann' }
 */
export function ownerOf({ env }: RestContext): OwnerCredential {
  if (env.credential.kind !== 'owner')
    throw new Error(`The API was reached with a credential of kind ${env.credential.kind}.`);
  return env.credential;
}
