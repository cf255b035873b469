import type { Result } from '@toolmark/annotations';
import type { NamedToken, NewTokenRequest } from '@toolmark/api-contract';
import type { TokenGrant } from './grant.ts';

/** The named tokens of a gateway, of which only hashes are kept. */
export interface TokenRegistry {
  /** Whom a token lets in now. Constant in time as far as the token is concerned, and cheap: it is asked for every request. */
  readonly find: (token: string) => TokenGrant | 'expired' | 'revoked' | undefined;
  readonly list: () => readonly NamedToken[];
  /** The token is in the answer, and nowhere else from then on. What is wrong with the request is a sentence for a person. */
  readonly create: (
    request: NewTokenRequest,
  ) => Promise<Result<{ readonly token: string; readonly named: NamedToken }, string>>;
  /** `undefined` where there is none of this id or name. */
  readonly revoke: (idOrName: string) => Promise<NamedToken | undefined>;
  /** Told when one was revoked or has expired, so that what it opened can be closed. Returns how to be told no more. */
  readonly onEnd: (listener: (grant: TokenGrant) => void) => () => void;
  /** Keeps what is only in memory: when each was used last. */
  readonly close: () => Promise<void>;
}
