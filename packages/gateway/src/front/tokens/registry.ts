import type { Result } from '@toolmark/annotations';
import type { NamedToken, NewTokenRequest } from '@toolmark/api-contract';
import type { TokenGrant } from '../../model/grant.ts';

/** The named tokens of a gateway, of which only hashes are kept. */
export interface TokenRegistry {
  /**
   * Whom a token lets in now, and notes that it was used. Constant in time as far as the token is concerned, and cheap: it is
   * asked for every request. The grant is the same object until it says something else.
   */
  readonly find: (token: string) => TokenGrant | 'expired' | 'revoked' | undefined;
  /** The newest last. */
  readonly list: () => readonly NamedToken[];
  /** The token is in the answer, and nowhere else from then on. */
  readonly create: (
    request: NewTokenRequest,
  ) => Promise<Result<{ readonly token: string; readonly named: NamedToken }, TokenProblem>>;
  /**
   * `undefined` where there is none of this id or name. It lets nobody in any more, whatever comes back: a problem says that it
   * would again after a restart.
   */
  readonly revoke: (idOrName: string) => Promise<Result<NamedToken | undefined, TokenProblem>>;
  /**
   * Told when one was revoked, has expired, or is for something else than before, so that what it opened can be closed. Returns
   * how to be told no more.
   */
  readonly onEnd: (listener: (grant: TokenGrant) => void) => () => void;
  /** Keeps what is only in memory: when each was used last. */
  readonly close: () => Promise<void>;
}

/** Why something was not done, in a sentence for a person. */
export interface TokenProblem {
  /** `invalid`: it cannot be. `conflict`: it does not fit what is there. `unwritable`: its file cannot be written. */
  readonly kind: 'invalid' | 'conflict' | 'unwritable';
  readonly message: string;
}
