import * as z from 'zod';
import type { Shape } from './shape.ts';
import { count, moment } from './shared.ts';

export const recordStatusSchema = z.object({
  /** `failing`: calls that change something are refused until it is writable again; read calls continue unrecorded. */
  state: z.enum(['ok', 'failing', 'off']),
  /** The problem and its solution, in a sentence or two. */
  problem: z.string().nullable(),
  since: moment,
  /** The file or the database, without secrets. */
  place: z.string().nullable(),
  size_bytes: count.nullable(),
  /** Read calls that could not be recorded since the gateway was started. */
  lost_calls: count,
});

/** The state of the record of calls. */
export type RecordStatus = Shape<typeof recordStatusSchema>;

export const gatewayStatusSchema = z.object({
  version: z.string(),
  started_at: moment,
  config_file: z.string(),
  /** Why the current config file is not in use. */
  config_problem: z.string().nullable(),
  /** Why passkeys cannot fulfil the policy, as a sentence. */
  passkey_problem: z.string().nullable(),
  /**
   * The token file of an earlier version that clients still share, until `toolmark connect --replace-token`; `null` if
   * there is none.
   */
  shared_token_file: z.string().nullable(),
  record: recordStatusSchema,
  /** The number of calls that wait for approval. */
  approvals_pending: count,
  /** The number of tools that cannot be called until a person reviews them. */
  held_tools: count,
  /** The number of tools with unreviewed claims. */
  unreviewed_tools: count,
});

/** `GET /api/v1/status`: the gateway itself. */
export type GatewayStatus = Shape<typeof gatewayStatusSchema>;
