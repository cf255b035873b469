import type { Result } from '@toolmark/annotations';
import type { UpstreamConfig } from '../upstream-config.ts';
import type { CallbackAnswer } from './callback.ts';
import type { SignInProblem } from './problem.ts';
import type { TokenSource } from './token-source.ts';

/** Signing in to servers: who is, how one is, and how one is not any more. */
export interface SignIns {
  /** What requests to a server are signed with; `undefined` where the config says it, or there is nothing to sign. */
  readonly tokensFor: (config: UpstreamConfig) => TokenSource | undefined;
  /** Begins to sign in: what a person has to open. */
  readonly begin: (server: string) => Promise<Result<BegunSignIn, SignInProblem>>;
  /** The browser came back. What is wrong with its answer is told without a word of it. */
  readonly complete: (answer: CallbackAnswer) => Promise<Result<CompletedSignIn, SignInProblem>>;
  /** The same with what a person pasted, for a server they named. */
  readonly completePasted: (server: string, pasted: string) => Promise<Result<CompletedSignIn, SignInProblem>>;
  readonly end: (server: string) => Promise<Result<EndedSignIn, SignInProblem>>;
  /** The servers are these now. What was signed in to others is forgotten. */
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
  /** `null` where tokens cannot be taken back. */
  readonly revoked: boolean | null;
}
