import * as z from 'zod';
import type { Shape } from './shape.ts';
import { count, moment } from './shared.ts';

/** Where the value of a secret is kept. */
export type SecretPlaceName = 'keyring' | 'file';

const secretName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/, "must be letters, digits, '_', '.' and '-', 64 at most");

export const secretSchema = z.object({
  name: z.string(),
  /** `null` if the config refers to it, and it is not set. */
  place: z.enum(['keyring', 'file']).nullable(),
  updated_at: moment.nullable(),
  /** Why its value cannot be read, and what helps. */
  problem: z.string().nullable(),
  /** The servers whose config refers to it. */
  used_by: z.array(z.string()),
});

/** A secret without its value, which the API never returns. */
export type Secret = Shape<typeof secretSchema>;

export const secretListSchema = z.object({ secrets: z.array(secretSchema), total: count });

/** `GET /api/v1/secrets`. */
export type SecretList = Shape<typeof secretListSchema>;

export const secretRequestSchema = z.strictObject({ value: z.string().min(1).max(65_536) });

/** `PUT /api/v1/secrets/{name}`. */
export type SecretRequest = Shape<typeof secretRequestSchema>;

const plainSecretSchema = z.strictObject({
  /** Where it is in the server's entry: `env.API_KEY`, `headers.Authorization`, `args.3`. */
  path: z.string().max(1_000),
  /** The name it would get. */
  name: secretName,
});

/** A plain secret in the config of a server. */
export type PlainSecret = Shape<typeof plainSecretSchema>;

export const moveSecretsRequestSchema = z.strictObject({
  /** The paths to move and the names they get; every plain secret if absent. */
  secrets: z.array(plainSecretSchema).min(1).max(100).optional(),
  /** Return what would be moved, and change nothing. */
  dry_run: z.boolean().optional(),
});

/** `POST /api/v1/servers/{name}/secrets`. */
export type MoveSecretsRequest = Shape<typeof moveSecretsRequestSchema>;

export const movedSecretsSchema = z.object({ moved: z.array(plainSecretSchema) });

/** The secrets that were moved, or would be. */
export type MovedSecrets = Shape<typeof movedSecretsSchema>;
