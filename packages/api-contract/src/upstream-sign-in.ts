import * as z from 'zod';
import type { Shape } from './shape.ts';
import { moment } from './shared.ts';

/**
 * The state of the sign-in to a server. `none`: it requires none, or the config contains credentials. `expired`: the
 * sign-in cannot be renewed. `more_scopes`: it is valid, but does not permit what was called.
 */
export const serverAuthStates = ['none', 'signed_out', 'signed_in', 'expired', 'more_scopes'] as const;

export type ServerAuthState = (typeof serverAuthStates)[number];

export const serverAuthSchema = z.object({
  state: z.enum(serverAuthStates),
  /** The issuer of the tokens. */
  issuer: z.string().nullable(),
  /** When the current token expires; it is renewed before that if possible. */
  expires_at: moment.nullable(),
  /** The granted scopes. */
  scopes: z.array(z.string()),
  /** Further scopes that the server asked for. */
  missing_scopes: z.array(z.string()),
  /** The latest attempt to sign in since the gateway was started. */
  attempt: z
    .object({
      id: z.string(),
      state: z.enum(['waiting', 'done', 'failed']),
      /** Why it failed, as a sentence. */
      problem: z.string().nullable(),
      /** When the attempt expires. */
      expires_at: moment,
    })
    .nullable(),
});

/** A server's sign-in, without secrets. */
export type ServerAuth = Shape<typeof serverAuthSchema>;

export type SignInAttempt = NonNullable<ServerAuth['attempt']>;

export const upstreamSignInSchema = z.object({
  /** The id of the attempt, as in `auth.attempt` of the server. */
  id: z.string(),
  /** The URL for the user's browser. */
  url: z.url(),
  expires_at: moment,
  /** The URL to which that leads back. */
  redirect_url: z.url(),
});

/** `POST /api/v1/servers/{name}/sign-in`. */
export type UpstreamSignIn = Shape<typeof upstreamSignInSchema>;

export const signInCompletionSchema = z.strictObject({
  address: z.string().min(1).max(16_384),
});

/** The body of `POST /api/v1/servers/{name}/sign-in/complete`: the browser's final URL, or the code in it. */
export type SignInCompletion = Shape<typeof signInCompletionSchema>;

export const upstreamSignOutSchema = z.object({
  /** Whether there was a sign-in. */
  was_signed_in: z.boolean(),
  /** Whether the tokens were revoked at the issuer. `null` if it does not support that. */
  revoked: z.boolean().nullable(),
});

/** `DELETE /api/v1/servers/{name}/sign-in`. */
export type UpstreamSignOut = Shape<typeof upstreamSignOutSchema>;
