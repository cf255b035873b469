import * as z from 'zod';
import { moment } from './shared.ts';

/**
 * What `POST /api/v1/sign-in` takes: the token itself, or the code of a link that `POST /api/v1/links` made. The answer is a cookie
 * that lets a browser in until it is signed out, too old, or the token is another one.
 */
export type SignInRequest = { readonly token: string } | { readonly link: string };

/** `POST /api/v1/sign-in`. */
export interface SignInAnswer {
  /** Until when the browser is let in. */
  readonly expires_at: string;
}

/** `POST /api/v1/links`: an address that lets one browser in, once. The code is behind the `#`, so that no log sees it. */
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
