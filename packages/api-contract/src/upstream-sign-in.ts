import * as z from 'zod';
import { moment } from './shared.ts';

/**
 * The state of the sign-in to a server. `none`: it requires none, or the config contains credentials. `expired`: the
 * sign-in cannot be renewed. `more_scopes`: it is valid, but does not permit what was called.
 */
export const serverAuthStates = ['none', 'signed_out', 'signed_in', 'expired', 'more_scopes'] as const;

export type ServerAuthState = (typeof serverAuthStates)[number];

/** A server's sign-in, without secrets. */
export interface ServerAuth {
  readonly state: ServerAuthState;
  /** The issuer of the tokens. */
  readonly issuer: string | null;
  /** When the current token expires; it is renewed before that if possible. */
  readonly expires_at: string | null;
  /** The granted scopes. */
  readonly scopes: readonly string[];
  /** Further scopes that the server asked for. */
  readonly missing_scopes: readonly string[];
  /** The latest attempt to sign in since the gateway was started. */
  readonly attempt: SignInAttempt | null;
}

export interface SignInAttempt {
  readonly id: string;
  readonly state: 'waiting' | 'done' | 'failed';
  /** Why it failed, as a sentence. */
  readonly problem: string | null;
  /** When the attempt expires. */
  readonly expires_at: string;
}

/** `POST /api/v1/servers/{name}/sign-in`. */
export interface UpstreamSignIn {
  /** The id of the attempt, as in `auth.attempt` of the server. */
  readonly id: string;
  /** The URL for the user's browser. */
  readonly url: string;
  readonly expires_at: string;
  /** The URL to which that leads back. */
  readonly redirect_url: string;
}

/** The body of `POST /api/v1/servers/{name}/sign-in/complete`: the browser's final URL, or the code in it. */
export interface SignInCompletion {
  readonly address: string;
}

/** `DELETE /api/v1/servers/{name}/sign-in`. */
export interface UpstreamSignOut {
  /** Whether there was a sign-in. */
  readonly was_signed_in: boolean;
  /** Whether the tokens were revoked at the issuer. `null` if it does not support that. */
  readonly revoked: boolean | null;
}

export const serverAuthSchema: z.ZodType<ServerAuth> = z.object({
  state: z.enum(serverAuthStates),
  issuer: z.string().nullable(),
  expires_at: moment.nullable(),
  scopes: z.array(z.string()),
  missing_scopes: z.array(z.string()),
  attempt: z
    .object({
      id: z.string(),
      state: z.enum(['waiting', 'done', 'failed']),
      problem: z.string().nullable(),
      expires_at: moment,
    })
    .nullable(),
});

export const upstreamSignInSchema: z.ZodType<UpstreamSignIn> = z.object({
  id: z.string(),
  url: z.url(),
  expires_at: moment,
  redirect_url: z.url(),
});

export const signInCompletionSchema: z.ZodType<SignInCompletion> = z.strictObject({
  address: z.string().min(1).max(16_384),
});

export const upstreamSignOutSchema: z.ZodType<UpstreamSignOut> = z.object({
  was_signed_in: z.boolean(),
  revoked: z.boolean().nullable(),
});
