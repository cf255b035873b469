import * as z from 'zod';
import { count } from './shared.ts';

/** `GET /api/v1/config`: `toolmark.json` as it is on disk, with comments, but with masked secrets. */
export interface ConfigFileView {
  readonly file: string;
  readonly text: string;
  /** The hash of the file including secrets; a change names the version that it is based on. */
  readonly hash: string;
  /** How many secrets are masked in `text`. */
  readonly masked: number;
  /** Why the current file is not in use; `null` if it is. */
  readonly problem: string | null;
  /** Whether it is writable. */
  readonly is_writable: boolean;
  /** The JSON Schema of the file. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** `PUT /api/v1/config`. An invalid config is answered with `bad_request`, with every problem and its path. */
export interface ConfigChangeRequest {
  readonly text: string;
  /**
   * The hash of the version that was edited. If the file has changed since, nothing is written and the answer is
   * `conflict`.
   */
  readonly hash: string;
  /** Only validate. */
  readonly dry_run?: boolean | undefined;
}

export interface ConfigChangeAnswer {
  /** The hash of the new file; with `dry_run`, of the unchanged one. */
  readonly hash: string;
  /** Warnings that do not prevent its use. */
  readonly warnings: readonly ConfigRemark[];
  /** Settings that apply only after a restart of the gateway. */
  readonly needs_restart: readonly string[];
}

export interface ConfigRemark {
  readonly path: string;
  readonly message: string;
}

/** `GET /api/v1/servers/{name}/entry`: a server's entry in the config, with masked secrets. */
export interface ServerEntryView {
  readonly name: string;
  /** As in the file, with `MASK` for secrets. */
  readonly entry: Readonly<Record<string, unknown>>;
  readonly hash: string;
}

/** `POST /api/v1/servers`: adds a server. A name in use is a `conflict`. */
export interface NewServerRequest {
  readonly name: string;
  readonly entry: Readonly<Record<string, unknown>>;
}

/** `PUT /api/v1/servers/{name}/entry`. */
export interface ServerEntryRequest {
  /** A new name; recorded calls, pins and overrides stay with the old one. */
  readonly name?: string | undefined;
  readonly entry: Readonly<Record<string, unknown>>;
  /** The hash of the entry that was edited. */
  readonly hash: string;
}

const entry = z.record(z.string(), z.unknown());
const name = z.string().min(1).max(200);
const remark = z.object({ path: z.string(), message: z.string() });

export const configFileViewSchema: z.ZodType<ConfigFileView> = z.object({
  file: z.string(),
  text: z.string(),
  hash: z.string(),
  masked: count,
  problem: z.string().nullable(),
  is_writable: z.boolean(),
  schema: z.record(z.string(), z.unknown()),
});

export const configChangeRequestSchema: z.ZodType<ConfigChangeRequest> = z.strictObject({
  text: z.string().max(4_194_304),
  hash: z.string(),
  dry_run: z.boolean().optional(),
});

export const configChangeAnswerSchema: z.ZodType<ConfigChangeAnswer> = z.object({
  hash: z.string(),
  warnings: z.array(remark),
  needs_restart: z.array(z.string()),
});

export const serverEntryViewSchema: z.ZodType<ServerEntryView> = z.object({ name, entry, hash: z.string() });

export const newServerRequestSchema: z.ZodType<NewServerRequest> = z.strictObject({ name, entry });

export const serverEntryRequestSchema: z.ZodType<ServerEntryRequest> = z.strictObject({
  name: name.optional(),
  entry,
  hash: z.string(),
});
