import type { ResponseHead } from '../wire/http/client.ts';
import type { Trouble } from '../wire/http/trouble.ts';

/** What requests to one server are signed with, asked anew for each of them. */
export interface TokenSource {
  /** The value of the header; a promise where a token has to be renewed first, `undefined` where there is none. */
  readonly authorization: () => string | undefined | Promise<string | undefined>;
  /** A request was answered with 401: another value to try it with once more, or `undefined`. */
  readonly refused: (head: ResponseHead, used: string | undefined) => Promise<string | undefined>;
  /** Every other answer that says no, and a 401 to the second attempt. */
  readonly sawRefusal: (head: ResponseHead, used: string | undefined) => void;
  /** What such an answer means, in words for a person; `undefined` where it is not about signing in. */
  readonly troubleOf: (shown: string, head: ResponseHead) => SignInTrouble | undefined;
  /** Blots out the token, should the server print it. */
  readonly redact: (text: string) => string;
  /** The tokens there are at the moment, for everybody else who must not show them. */
  readonly secrets?: () => readonly string[];
  readonly status: () => AuthStatus;
  /** What to tell people although the server is connected. */
  readonly warnings: () => readonly string[];
  /** Called after every change of `status`. What comes back takes it off. */
  readonly onChange: (listener: () => void) => () => void;
}

export interface SignInTrouble extends Trouble {
  /** Whether the request had a token with it. */
  readonly hadToken: boolean;
}

/** How a server stands with signing in. */
export interface AuthStatus {
  readonly state: 'none' | 'signed_out' | 'signed_in' | 'expired' | 'more_scopes';
  readonly issuer: string | undefined;
  readonly expiresAt: number | undefined;
  readonly scopes: readonly string[];
  readonly missingScopes: readonly string[];
  readonly attempt: AttemptStatus | undefined;
}

/** The last time somebody began to sign in. */
export interface AttemptStatus {
  readonly id: string;
  readonly state: 'waiting' | 'done' | 'failed';
  readonly problem: string | undefined;
  readonly expiresAt: number;
}
