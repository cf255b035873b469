import * as z from 'zod';
import type { Shape } from './shape.ts';

/** WebAuthn limits an id to 1,023 bytes; the signed data takes a few hundred. */
export const base64url = (most: number): z.ZodType<string> =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url');
export const credentialId: z.ZodType<string> = base64url(1_400);

export const credentialType: z.ZodType<'public-key'> = z.literal('public-key');

export const passkeyAssertionSchema = z.object({
  id: credentialId,
  rawId: credentialId,
  type: credentialType,
  response: z.object({
    clientDataJSON: base64url(8_000),
    authenticatorData: base64url(8_000),
    signature: base64url(8_000),
    userHandle: base64url(200).optional(),
  }),
});

/** A passkey's answer to a challenge, in WebAuthn's JSON form. */
export type PasskeyAssertion = Shape<typeof passkeyAssertionSchema>;
