import type { ResponseHead } from '../wire/http/client.ts';
import type { Trouble } from '../wire/http/trouble.ts';

/** Supplies the Authorization header for each request to one server. */
export interface TokenSource {
  /** The header's value; a promise while the token is renewed, `undefined` without a token. */
  readonly authorization: () => string | undefined | Promise<string | undefined>;
  /** Called on a 401: returns another value for one retry, or `undefined`. */
  readonly refused: (head: ResponseHead, used: string | undefined) => Promise<string | undefined>;
  /** Called on other refusals (403), and on a 401 of the retry. */
  readonly sawRefusal: (head: ResponseHead, used: string | undefined) => void;
  /** The readable meaning of a refusal; `undefined` if it has nothing to do with signing in. */
  readonly troubleOf: (shown: string, head: ResponseHead) => SignInTrouble | undefined;
  /** Redacts the token, in case the server prints it. */
  readonly redact: (text: string) => string;
  /** The current tokens, for redaction elsewhere. */
  readonly secrets?: () => readonly string[];
  readonly status: () => AuthStatus;
  /** Warnings to show although the server is connected. */
  readonly warnings: () => readonly string[];
  /** Called after every change of `status`. Returns a function that unsubscribes. */
  readonly onChange: (listener: () => void) => () => void;
}

export interface SignInTrouble extends Trouble {
  /** Whether the request carried a token. */
  readonly hadToken: boolean;
}

/** A server's sign-in state. */
export interface AuthStatus {
  readonly state: 'none' | 'signed_out' | 'signed_in' | 'expired' | 'more_scopes';
  readonly issuer: string | undefined;
  readonly expiresAt: number | undefined;
  readonly scopes: readonly string[];
  readonly missingScopes: readonly string[];
  readonly attempt: AttemptStatus | undefined;
}

/** The latest attempt to sign in. */
export interface AttemptStatus {
  readonly id: string;
  readonly state: 'waiting' | 'done' | 'failed';
  readonly problem: string | undefined;
  readonly expiresAt: number;
}
