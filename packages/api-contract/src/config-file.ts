import * as z from 'zod';
import type { Shape } from './shape.ts';
import { count } from './shared.ts';

const entry = z.record(z.string(), z.unknown());
const name = z.string().min(1).max(200);
const remark = z.object({ path: z.string(), message: z.string() });

export const configFileViewSchema = z.object({
  file: z.string(),
  text: z.string(),
  /** The hash of the file including secrets; a change names the version that it is based on. */
  hash: z.string(),
  /** How many secrets are masked in `text`. */
  masked: count,
  /** Why the current file is not in use; `null` if it is. */
  problem: z.string().nullable(),
  /** Whether it is writable. */
  is_writable: z.boolean(),
  /** The JSON Schema of the file. */
  schema: z.record(z.string(), z.unknown()),
});

/** `GET /api/v1/config`: `toolmark.json` as it is on disk, with comments, but with masked secrets. */
export type ConfigFileView = Shape<typeof configFileViewSchema>;

export const configChangeRequestSchema = z.strictObject({
  text: z.string().max(4_194_304),
  /**
   * The hash of the version that was edited. If the file has changed since, nothing is written and the answer is
   * `conflict`.
   */
  hash: z.string(),
  /** Only validate. */
  dry_run: z.boolean().optional(),
});

/** `PUT /api/v1/config`. An invalid config is answered with `bad_request`, with every problem and its path. */
export type ConfigChangeRequest = Shape<typeof configChangeRequestSchema>;

export const configChangeAnswerSchema = z.object({
  /** The hash of the new file; with `dry_run`, of the unchanged one. */
  hash: z.string(),
  /** Warnings that do not prevent its use. */
  warnings: z.array(remark),
  /** Settings that apply only after a restart of the gateway. */
  needs_restart: z.array(z.string()),
});

export type ConfigChangeAnswer = Shape<typeof configChangeAnswerSchema>;

export type ConfigRemark = ConfigChangeAnswer['warnings'][number];

export const serverEntryViewSchema = z.object({
  name,
  /** As in the file, with `MASK` for secrets. */
  entry,
  hash: z.string(),
});

/** `GET /api/v1/servers/{name}/entry`: a server's entry in the config, with masked secrets. */
export type ServerEntryView = Shape<typeof serverEntryViewSchema>;

export const newServerRequestSchema = z.strictObject({ name, entry });

/** `POST /api/v1/servers`: adds a server. A name in use is a `conflict`. */
export type NewServerRequest = Shape<typeof newServerRequestSchema>;

export const serverEntryRequestSchema = z.strictObject({
  /** A new name; recorded calls, pins and overrides stay with the old one. */
  name: name.optional(),
  entry,
  /** The hash of the entry that was edited. */
  hash: z.string(),
});

/** `PUT /api/v1/servers/{name}/entry`. */
export type ServerEntryRequest = Shape<typeof serverEntryRequestSchema>;
