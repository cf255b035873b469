import * as z from 'zod';
import { count, moment } from './shared.ts';

/** The state of the record of calls. */
export interface RecordStatus {
  /** `failing`: calls that change something are refused until it is writable again; read calls continue unrecorded. */
  readonly state: 'ok' | 'failing' | 'off';
  /** The problem and its solution, in a sentence or two. */
  readonly problem: string | null;
  readonly since: string;
  /** The file or the database, without secrets. */
  readonly place: string | null;
  readonly size_bytes: number | null;
  /** Read calls that could not be recorded since the gateway was started. */
  readonly lost_calls: number;
}

/** `GET /api/v1/status`: the gateway itself. */
export interface GatewayStatus {
  readonly version: string;
  readonly started_at: string;
  readonly config_file: string;
  /** Why the current config file is not in use. */
  readonly config_problem: string | null;
  /** Why passkeys cannot fulfil the policy, as a sentence. */
  readonly passkey_problem: string | null;
  /**
   * The token file of an earlier version that clients still share, until `toolmark connect --replace-token`; `null` if
   * there is none.
   */
  readonly shared_token_file: string | null;
  readonly record: RecordStatus;
  /** The number of calls that wait for approval. */
  readonly approvals_pending: number;
  /** The number of tools that cannot be called until a person reviews them. */
  readonly held_tools: number;
  /** The number of tools with unreviewed claims. */
  readonly unreviewed_tools: number;
}

export const recordStatusSchema: z.ZodType<RecordStatus> = z.object({
  state: z.enum(['ok', 'failing', 'off']),
  problem: z.string().nullable(),
  since: moment,
  place: z.string().nullable(),
  size_bytes: count.nullable(),
  lost_calls: count,
});

export const gatewayStatusSchema: z.ZodType<GatewayStatus> = z.object({
  version: z.string(),
  started_at: moment,
  config_file: z.string(),
  config_problem: z.string().nullable(),
  passkey_problem: z.string().nullable(),
  shared_token_file: z.string().nullable(),
  record: recordStatusSchema,
  approvals_pending: count,
  held_tools: count,
  unreviewed_tools: count,
});
