import type { Passkey } from '@toolmark/api-contract';
import * as z from 'zod';

/** A stored passkey. It contains no secret: a public key can verify, but not sign. */
export interface StoredKey extends Passkey {
  /** COSE, in base64url. */
  readonly public_key: string;
  /** The signature counter reported by the key; 0 for keys without one. */
  readonly counter: number;
  readonly transports: readonly string[];
}

/** `passkeys.json`. */
export interface KeyState {
  /** The WebAuthn user id of all keys, in base64url. */
  readonly user_id: string;
  readonly keys: readonly StoredKey[];
}

export const keyStateSchema: z.ZodType<KeyState> = z.object({
  user_id: z.string().min(1),
  keys: z.array(
    z.object({
      id: z.string().min(1),
      name: z.string(),
      host: z.string(),
      synced: z.boolean(),
      created_at: z.string(),
      last_used_at: z.string().nullable(),
      public_key: z.string().min(1),
      counter: z.number().int().nonnegative(),
      transports: z.array(z.string()),
    }),
  ),
});

export const toPasskey = ({ id, name, host, synced, created_at, last_used_at }: StoredKey): Passkey => ({
  id,
  name,
  host,
  synced,
  created_at,
  last_used_at,
});
