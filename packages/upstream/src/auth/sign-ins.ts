import type { Result } from '@toolmark/annotations';
import type { UpstreamConfig } from '../upstream-config.ts';
import type { CallbackAnswer } from './callback.ts';
import type { SignInProblem } from './problem.ts';
import type { TokenSource } from './token-source.ts';

/** Signing in to upstream servers, and out. */
export interface SignIns {
  /**
   * The token source for requests to a server; `undefined` if the config has credentials or the server has no address.
   */
  readonly tokensFor: (config: UpstreamConfig) => TokenSource | undefined;
  /** Starts a sign-in and returns the address that a person opens. */
  readonly begin: (server: string) => Promise<Result<BegunSignIn, SignInProblem>>;
  /** Completes a sign-in with the browser's redirect. Errors never quote its parameters. */
  readonly complete: (answer: CallbackAnswer) => Promise<Result<CompletedSignIn, SignInProblem>>;
  /** Completes a sign-in with what a person pasted for a named server. */
  readonly completePasted: (server: string, pasted: string) => Promise<Result<CompletedSignIn, SignInProblem>>;
  readonly end: (server: string) => Promise<Result<EndedSignIn, SignInProblem>>;
  /** Applies a new list of servers and deletes the sign-ins of removed ones. */
  readonly apply: (servers: readonly UpstreamConfig[]) => void;
  readonly close: () => Promise<void>;
}

export interface BegunSignIn {
  readonly id: string;
  readonly url: string;
  readonly redirectUrl: string;
  readonly expiresAt: number;
}

export interface CompletedSignIn {
  readonly server: string;
}

export interface EndedSignIn {
  readonly wasSignedIn: boolean;
  /** `null` if the issuer supports no revocation. */
  readonly revoked: boolean | null;
}
