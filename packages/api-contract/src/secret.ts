import * as z from 'zod';
import { count, moment } from './shared.ts';

/** Where the value of a secret is kept. */
export type SecretPlaceName = 'keyring' | 'file';

/** A secret without its value, which the API never returns. */
export interface Secret {
  readonly name: string;
  /** `null` if the config refers to it, and it is not set. */
  readonly place: SecretPlaceName | null;
  readonly updated_at: string | null;
  /** Why its value cannot be read, and what helps. */
  readonly problem: string | null;
  /** The servers whose config refers to it. */
  readonly used_by: readonly string[];
}

/** `GET /api/v1/secrets`. */
export interface SecretList {
  readonly secrets: readonly Secret[];
  readonly total: number;
}

/** `PUT /api/v1/secrets/{name}`. */
export interface SecretRequest {
  readonly value: string;
}

/** A plain secret in the config of a server. */
export interface PlainSecret {
  /** Where it is in the server's entry: `env.API_KEY`, `headers.Authorization`, `args.3`. */
  readonly path: string;
  /** The name it would get. */
  readonly name: string;
}

/** `POST /api/v1/servers/{name}/secrets`. */
export interface MoveSecretsRequest {
  /** The paths to move and the names they get; every plain secret if absent. */
  readonly secrets?: readonly PlainSecret[] | undefined;
  /** Return what would be moved, and change nothing. */
  readonly dry_run?: boolean | undefined;
}

/** The secrets that were moved, or would be. */
export interface MovedSecrets {
  readonly moved: readonly PlainSecret[];
}

const secretName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/, "must be letters, digits, '_', '.' and '-', 64 at most");

export const secretSchema: z.ZodType<Secret> = z.object({
  name: z.string(),
  place: z.enum(['keyring', 'file']).nullable(),
  updated_at: moment.nullable(),
  problem: z.string().nullable(),
  used_by: z.array(z.string()),
});

export const secretListSchema: z.ZodType<SecretList> = z.object({ secrets: z.array(secretSchema), total: count });

export const secretRequestSchema: z.ZodType<SecretRequest> = z.strictObject({ value: z.string().min(1).max(65_536) });

const plainSecretSchema: z.ZodType<PlainSecret> = z.strictObject({ path: z.string().max(1_000), name: secretName });

export const moveSecretsRequestSchema: z.ZodType<MoveSecretsRequest> = z.strictObject({
  secrets: z.array(plainSecretSchema).min(1).max(100).optional(),
  dry_run: z.boolean().optional(),
});

export const movedSecretsSchema: z.ZodType<MovedSecrets> = z.object({ moved: z.array(plainSecretSchema) });
