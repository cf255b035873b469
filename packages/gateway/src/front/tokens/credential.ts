import type { TokenGrant } from '../../model/grant.ts';

/** The credential of a request. Only the guard creates it, so that no body or header can claim one. */
export type Credential = OwnerCredential | ClientCredential | PublicCredential;

/** The person who runs the gateway: has access to the API and the page, never to MCP. */
export interface OwnerCredential {
  readonly kind: 'owner';
  /**
   * `cookie`: a browser on the page. `file`: the owner's token, as used by the CLI. `api-token`: a named token for scripts.
   * `none`: `--no-auth`.
   */
  readonly via: 'cookie' | 'file' | 'api-token' | 'none';
  /** The account that runs the gateway, or the name of the token; `null` if unknown. */
  readonly name: string | null;
}

/** A client program: has access to MCP only. */
interface ClientCredential {
  readonly kind: 'client';
  /**
   * The grant of its named token; `undefined` for `toolmark stdio`, for the token of earlier versions, and for
   * `--no-auth`.
   */
  readonly grant: TokenGrant | undefined;
}

/** No credential, for public resources: the page's files, health, signing in. */
interface PublicCredential {
  readonly kind: 'public';
}

/** The person behind a decision and the route, as proven by the credential. */
export interface Decider {
  readonly route: 'page' | 'cli' | 'api';
  readonly by: string | null;
}

const ROUTES = { cookie: 'page', file: 'cli', 'api-token': 'api', none: 'api' } as const;

/**
 * @example
 * toDecider({ kind: 'owner', via: 'cookie', name: 'ann' }) // { route: 'page', by: 'ann' }
 */
export const toDecider = ({ via, name }: OwnerCredential): Decider => ({ route: ROUTES[via], by: name });
