import * as z from 'zod';
import { count, moment } from './shared.ts';

/** How the record of calls is. */
export interface RecordStatus {
  /** `failing`: calls that change something are refused until it can be written again; reads go on unrecorded. */
  readonly state: 'ok' | 'failing' | 'off';
  /** What is wrong and what to do about it, in a sentence or two for a person. */
  readonly problem: string | null;
  readonly since: string;
  /** The file, or the database, without secrets. */
  readonly place: string | null;
  readonly size_bytes: number | null;
  /** Reads that could not be recorded since the gateway was started. */
  readonly lost_calls: number;
}

/** `GET /api/v1/status`: the gateway itself. */
export interface GatewayStatus {
  readonly version: string;
  readonly started_at: string;
  readonly config_file: string;
  /** Why the config as it is now is not in use. */
  readonly config_problem: string | null;
  /** What keeps passkeys from doing what the policy asks of them, in a sentence. */
  readonly passkey_problem: string | null;
  /** The token of an earlier version that clients still share, until `toolmark connect --replace-token`; `null` where there is none. */
  readonly shared_token_file: string | null;
  readonly record: RecordStatus;
  /** Calls that a person can answer for. */
  readonly approvals_pending: number;
  /** Tools that are not called until a person has looked at them. */
  readonly held_tools: number;
  /** Tools whose server claims more than a person has accepted. */
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
