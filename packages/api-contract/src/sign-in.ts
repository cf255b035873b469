import * as z from 'zod';
import type { Shape } from './shape.ts';
import { moment } from './shared.ts';

const secret = z.string().min(1).max(512);

export const signInRequestSchema = z.union([z.strictObject({ token: secret }), z.strictObject({ link: secret })], {
  error: 'must have a token or a link, and nothing else',
});

/**
 * The body of `POST /api/v1/sign-in`: the token, or the code of a link from `POST /api/v1/links`. The answer sets a
 * cookie that is valid until the user signs out, it expires, or the token is replaced.
 */
export type SignInRequest = Shape<typeof signInRequestSchema>;

export const signInAnswerSchema = z.object({
  /** When the cookie expires. */
  expires_at: moment,
});

/** `POST /api/v1/sign-in`. */
export type SignInAnswer = Shape<typeof signInAnswerSchema>;

export const signInLinkSchema = z.object({ url: z.url(), expires_at: moment });

/**
 * `POST /api/v1/links`: a link that signs in one browser once. The code comes after the `#`, so that it appears in no
 * log.
 */
export type SignInLink = Shape<typeof signInLinkSchema>;
