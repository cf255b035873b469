import type { Result } from '@toolmark/annotations';
import type { NamedToken, NewTokenRequest } from '@toolmark/api-contract';
import type { TokenGrant } from '../../model/grant.ts';

/** The named tokens of a gateway, stored as hashes. */
export interface TokenRegistry {
  /**
   * The grant of a valid token, whose use is noted. Takes constant time regarding the token, and is cheap, because it
   * is called for every request. The grant is the same object until it changes.
   */
  readonly find: (token: string) => TokenGrant | 'expired' | 'revoked' | undefined;
  /** Newest last. */
  readonly list: () => readonly NamedToken[];
  /** The answer contains the token, which is stored nowhere else. */
  readonly create: (
    request: NewTokenRequest,
  ) => Promise<Result<{ readonly token: string; readonly named: NamedToken }, TokenProblem>>;
  /**
   * `undefined` for an unknown id or name. The token is invalid at once in any case; a problem means that it would be
   * valid again after a restart.
   */
  readonly revoke: (idOrName: string) => Promise<Result<NamedToken | undefined, TokenProblem>>;
  /**
   * Calls back when a token was revoked, has expired or changed its grant, so that its connections can be closed.
   * Returns a function to unsubscribe.
   */
  readonly onEnd: (listener: (grant: TokenGrant) => void) => () => void;
  /** Stores the last uses that are only in memory. */
  readonly close: () => Promise<void>;
}

/** The reason why an operation failed, as a sentence for a person. */
export interface TokenProblem {
  /**
   * `invalid`: the request is wrong. `conflict`: it does not fit existing tokens. `unwritable`: the file cannot be
   * written.
   */
  readonly kind: 'invalid' | 'conflict' | 'unwritable';
  readonly message: string;
}
