import type { TokenGrant } from '../../model/grant.ts';

/** What a request was let in on. Only the guard makes one, so that nothing in a request's body or other headers can claim it. */
export type Credential = OwnerCredential | ClientCredential | PublicCredential;

/** Of the person who runs the gateway: the API and the page, never MCP. */
export interface OwnerCredential {
  readonly kind: 'owner';
  /** `cookie`: a browser on the page. `file`: the owner's token, as the CLI reads it. `api-token`: a named token for scripts. `none`: `--no-auth`. */
  readonly via: 'cookie' | 'file' | 'api-token' | 'none';
  /** The account that runs the gateway, or the name of the token; `null` where nothing tells. */
  readonly name: string | null;
}

/** Of an agent's program: MCP, and nothing else. */
interface ClientCredential {
  readonly kind: 'client';
  /** What its named token grants; `undefined` for `toolmark stdio`, for the token of earlier versions, and for `--no-auth`. */
  readonly grant: TokenGrant | undefined;
}

/** Of somebody who asked for what everybody may have: the page's files, health, the way in. */
interface PublicCredential {
  readonly kind: 'public';
}

/** Who decided something, and how they reached the gateway, as far as their credential proves it. */
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
