import * as z from 'zod';
import { count } from './shared.ts';

/** `GET /api/v1/config`: `toolmark.json` as it is on disk, with its comments, without its secrets. */
export interface ConfigFileView {
  readonly file: string;
  readonly text: string;
  /** Of the file as it is, with its secrets: whoever changes it says which one they have seen. */
  readonly hash: string;
  /** How many secrets are masked in `text`. */
  readonly masked: number;
  /** Why it is not in use as it is; `null` where it is. */
  readonly problem: string | null;
  /** Whether it can be written. */
  readonly is_writable: boolean;
  /** What may stand in it, as JSON Schema. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** `PUT /api/v1/config`. What is wrong with it is answered as `bad_request`, with every problem and its place. */
export interface ConfigChangeRequest {
  readonly text: string;
  /** Of the file that was changed. Where it is another one by now, nothing is written and the answer is `conflict`. */
  readonly hash: string;
  /** Only check it. */
  readonly dry_run?: boolean | undefined;
}

export interface ConfigChangeAnswer {
  /** Of the file as it is now; with `dry_run`, as it was. */
  readonly hash: string;
  /** What is doubtful and is used all the same. */
  readonly warnings: readonly ConfigRemark[];
  /** What takes effect only when the gateway is started anew. */
  readonly needs_restart: readonly string[];
}

export interface ConfigRemark {
  readonly path: string;
  readonly message: string;
}

/** `GET /api/v1/servers/{name}/entry`: one server as the config describes it, without its secrets. */
export interface ServerEntryView {
  readonly name: string;
  /** As in the file, with `MASK` for secrets. */
  readonly entry: Readonly<Record<string, unknown>>;
  readonly hash: string;
}

/** `POST /api/v1/servers`: adds one. A name that is taken is a `conflict`. */
export interface NewServerRequest {
  readonly name: string;
  readonly entry: Readonly<Record<string, unknown>>;
}

/** `PUT /api/v1/servers/{name}/entry`. */
export interface ServerEntryRequest {
  /** Another name; all else known of the old one stays with the old one. */
  readonly name?: string | undefined;
  readonly entry: Readonly<Record<string, unknown>>;
  /** Of the entry that was changed, as it was read. */
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
