import * as z from 'zod';
import { moment } from './shared.ts';

/**
 * Whether somebody is signed in to a server. `none`: it never asked for it, or the config sets its credentials. `expired`: the sign-in
 * is over and cannot be renewed. `more_scopes`: it is in order, and not enough for what was called.
 */
export const serverAuthStates = ['none', 'signed_out', 'signed_in', 'expired', 'more_scopes'] as const;

export type ServerAuthState = (typeof serverAuthStates)[number];

/** How a server stands with signing in. Nothing in it is a secret. */
export interface ServerAuth {
  readonly state: ServerAuthState;
  /** Who let somebody in. */
  readonly issuer: string | null;
  /** When the present token ends; it is renewed before that where it can be. */
  readonly expires_at: string | null;
  /** What was granted. */
  readonly scopes: readonly string[];
  /** What the server asked for besides. */
  readonly missing_scopes: readonly string[];
  /** The last time somebody began to sign in since the gateway was started. */
  readonly attempt: SignInAttempt | null;
}

export interface SignInAttempt {
  readonly id: string;
  readonly state: 'waiting' | 'done' | 'failed';
  /** Why it failed, in a sentence. */
  readonly problem: string | null;
  /** Until when it can be completed. */
  readonly expires_at: string;
}

/** `POST /api/v1/servers/{name}/sign-in`. */
export interface UpstreamSignIn {
  /** As in `auth.attempt` of the server. */
  readonly id: string;
  /** What a person opens in a browser. */
  readonly url: string;
  readonly expires_at: string;
  /** Where that leads back to. */
  readonly redirect_url: string;
}

/** What `POST /api/v1/servers/{name}/sign-in/complete` takes: where the browser ended up, or the code in it. */
export interface SignInCompletion {
  readonly address: string;
}

/** `DELETE /api/v1/servers/{name}/sign-in`. */
export interface UpstreamSignOut {
  /** Whether there was a sign-in. */
  readonly was_signed_in: boolean;
  /** Whether the tokens are worthless elsewhere too. `null` where the server does not offer that. */
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
