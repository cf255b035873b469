import * as z from 'zod';
import { grantScopes, remembering } from './approval.ts';
import { base64url, credentialId as id, passkeyAssertionSchema, credentialType as type } from './passkey-assertion.ts';
import type { Shape } from './shape.ts';
import { count, moment } from './shared.ts';

export const passkeySchema = z.object({
  id: z.string(),
  /** The name its owner gave it. */
  name: z.string(),
  /** The host name that it is valid for, such as `localhost`. */
  host: z.string(),
  /** Whether its provider syncs it to other devices. */
  synced: z.boolean(),
  created_at: moment,
  last_used_at: moment.nullable(),
});

/** A passkey that can approve calls, without its public key. */
export type Passkey = Shape<typeof passkeySchema>;

export const passkeyListSchema = z.object({
  passkeys: z.array(passkeySchema),
  total: count,
  /** Whether any rule of the policy requires one. */
  is_required: z.boolean(),
  /** The page's URL with a host name, for users who opened it at an IP address; `null` if there is none. */
  page_url: z.string().nullable(),
  /** The problem with the file of passkeys, as a sentence; `null` if there is none. */
  problem: z.string().nullable(),
});

/** `GET /api/v1/passkeys`. */
export type PasskeyList = Shape<typeof passkeyListSchema>;

export const passkeyPurposeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('enrol'), name: z.string().trim().min(1, 'must not be empty').max(60) }),
  z.strictObject({ kind: z.literal('remove'), id }),
  z.strictObject({
    kind: z.literal('approve'),
    approval_id: z.string().min(1).max(100),
    remember: z.enum(remembering),
    scope: z.enum(grantScopes),
  }),
]);

/** `POST /api/v1/passkeys/challenge`: the purpose of an assertion, which is valid for nothing else. */
export type PasskeyPurpose = Shape<typeof passkeyPurposeSchema>;

const webauthnJson = z.record(z.string(), z.unknown());

export const passkeyChallengeSchema = z.object({
  /** For a new passkey; `null` if none is created. */
  registration: webauthnJson.nullable(),
  /** For an existing one; `null` for the first passkey. */
  assertion: webauthnJson.nullable(),
  expires_at: moment,
});

/** The options for the browser, in WebAuthn's JSON form. */
export type PasskeyChallenge = Shape<typeof passkeyChallengeSchema>;

const passkeyRegistrationSchema = z.object({
  id,
  rawId: id,
  type,
  response: z.object({
    clientDataJSON: base64url(8_000),
    attestationObject: base64url(60_000),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});

/** The answer of a new passkey, in WebAuthn's JSON form. */
export type PasskeyRegistration = Shape<typeof passkeyRegistrationSchema>;

export const newPasskeyRequestSchema = z.strictObject({
  registration: passkeyRegistrationSchema,
  /** From an existing passkey; required for all but the first. */
  assertion: passkeyAssertionSchema.optional(),
});

/** `POST /api/v1/passkeys`. */
export type NewPasskeyRequest = Shape<typeof newPasskeyRequestSchema>;

export const removePasskeyRequestSchema = z.strictObject({
  assertion: passkeyAssertionSchema,
});

/** `POST /api/v1/passkeys/{id}/remove`. */
export type RemovePasskeyRequest = Shape<typeof removePasskeyRequestSchema>;
