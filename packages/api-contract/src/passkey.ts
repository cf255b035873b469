import * as z from 'zod';
import { type GrantScope, grantScopes, type Remember, remembering } from './approval.ts';
import {
  base64url,
  credentialId as id,
  type PasskeyAssertion,
  passkeyAssertionSchema,
  credentialType as type,
} from './passkey-assertion.ts';
import { count, moment } from './shared.ts';

/** A passkey that can approve calls, without its public key. */
export interface Passkey {
  readonly id: string;
  /** The name its owner gave it. */
  readonly name: string;
  /** The host name that it is valid for, such as `localhost`. */
  readonly host: string;
  /** Whether its provider syncs it to other devices. */
  readonly synced: boolean;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

/** `GET /api/v1/passkeys`. */
export interface PasskeyList {
  readonly passkeys: readonly Passkey[];
  readonly total: number;
  /** Whether any rule of the policy requires one. */
  readonly is_required: boolean;
  /** The page's URL with a host name, for users who opened it at an IP address; `null` if there is none. */
  readonly page_url: string | null;
  /** The problem with the file of passkeys, as a sentence; `null` if there is none. */
  readonly problem: string | null;
}

/** `POST /api/v1/passkeys/challenge`: the purpose of an assertion, which is valid for nothing else. */
export type PasskeyPurpose =
  | { readonly kind: 'enrol'; readonly name: string }
  | { readonly kind: 'remove'; readonly id: string }
  | {
      readonly kind: 'approve';
      readonly approval_id: string;
      readonly remember: Remember;
      readonly scope: GrantScope;
    };

/** The options for the browser, in WebAuthn's JSON form. */
export interface PasskeyChallenge {
  /** For a new passkey; `null` if none is created. */
  readonly registration: Readonly<Record<string, unknown>> | null;
  /** For an existing one; `null` for the first passkey. */
  readonly assertion: Readonly<Record<string, unknown>> | null;
  readonly expires_at: string;
}

/** The answer of a new passkey, in WebAuthn's JSON form. */
export interface PasskeyRegistration {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports?: readonly string[] | undefined;
  };
}

/** `POST /api/v1/passkeys`. */
export interface NewPasskeyRequest {
  readonly registration: PasskeyRegistration;
  /** From an existing passkey; required for all but the first. */
  readonly assertion?: PasskeyAssertion | undefined;
}

/** `POST /api/v1/passkeys/{id}/remove`. */
export interface RemovePasskeyRequest {
  readonly assertion: PasskeyAssertion;
}

export const passkeySchema: z.ZodType<Passkey> = z.object({
  id: z.string(),
  name: z.string(),
  host: z.string(),
  synced: z.boolean(),
  created_at: moment,
  last_used_at: moment.nullable(),
});

export const passkeyListSchema: z.ZodType<PasskeyList> = z.object({
  passkeys: z.array(passkeySchema),
  total: count,
  is_required: z.boolean(),
  page_url: z.string().nullable(),
  problem: z.string().nullable(),
});

export const passkeyPurposeSchema: z.ZodType<PasskeyPurpose> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('enrol'), name: z.string().trim().min(1, 'must not be empty').max(60) }),
  z.strictObject({ kind: z.literal('remove'), id }),
  z.strictObject({
    kind: z.literal('approve'),
    approval_id: z.string().min(1).max(100),
    remember: z.enum(remembering),
    scope: z.enum(grantScopes),
  }),
]);

const webauthnJson = z.record(z.string(), z.unknown());

export const passkeyChallengeSchema: z.ZodType<PasskeyChallenge> = z.object({
  registration: webauthnJson.nullable(),
  assertion: webauthnJson.nullable(),
  expires_at: moment,
});

const passkeyRegistrationSchema: z.ZodType<PasskeyRegistration> = z.object({
  id,
  rawId: id,
  type,
  response: z.object({
    clientDataJSON: base64url(8_000),
    attestationObject: base64url(60_000),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});

export const newPasskeyRequestSchema: z.ZodType<NewPasskeyRequest> = z.strictObject({
  registration: passkeyRegistrationSchema,
  assertion: passkeyAssertionSchema.optional(),
});

export const removePasskeyRequestSchema: z.ZodType<RemovePasskeyRequest> = z.strictObject({
  assertion: passkeyAssertionSchema,
});
