import * as z from 'zod';
import { moment } from './shared.ts';

/**
 * The body of `POST /api/v1/sign-in`: the token, or the code of a link from `POST /api/v1/links`. The answer sets a
 * cookie that is valid until the user signs out, it expires, or the token is replaced.
 */
export type SignInRequest = { readonly token: string } | { readonly link: string };

/** `POST /api/v1/sign-in`. */
export interface SignInAnswer {
  /** When the cookie expires. */
  readonly expires_at: string;
}

/**
 * `POST /api/v1/links`: a link that signs in one browser once. The code comes after the `#`, so that it appears in no
 * log.
 */
export interface SignInLink {
  readonly url: string;
  readonly expires_at: string;
}

const secret = z.string().min(1).max(512);

export const signInRequestSchema: z.ZodType<SignInRequest> = z.union(
  [z.strictObject({ token: secret }), z.strictObject({ link: secret })],
  { error: 'must have a token or a link, and nothing else' },
);

export const signInAnswerSchema: z.ZodType<SignInAnswer> = z.object({ expires_at: moment });

export const signInLinkSchema: z.ZodType<SignInLink> = z.object({ url: z.url(), expires_at: moment });
