import type { Passkey } from '@toolmark/api-contract';
import * as z from 'zod';

/** What is kept of a passkey. Nothing of it is secret: with a public key one can check, and not sign. */
export interface StoredKey extends Passkey {
  /** COSE, in base64url. */
  readonly public_key: string;
  /** How often it says that it was used; 0 for those that do not count. */
  readonly counter: number;
  readonly transports: readonly string[];
}

/** `passkeys.json`. */
export interface KeyState {
  /** Under which all keys are kept by their providers, in base64url. */
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
