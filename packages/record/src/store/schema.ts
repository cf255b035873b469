import type { Generated } from 'kysely';
import type { BodyColumns } from './body-columns.ts';

/** The tables. Times are milliseconds since 1970; unknown text is NULL, or '' in a key. */
export interface Schema {
  readonly calls: CallsTable;
  readonly call_bodies: CallBodiesTable;
  readonly call_rounds: CallRoundsTable;
  readonly approvals: ApprovalsTable;
  readonly call_totals: CallTotalsTable;
  /** Totals per day: `hour` is the day's first hour in UTC. For long ranges, which have too many hours. */
  readonly call_totals_by_day: CallTotalsTable;
  /** Totals per hour, class and status only; server, tool and decision are ''. For charts. */
  readonly call_totals_by_class: CallTotalsTable;
  readonly sessions: SessionsTable;
  readonly session_servers: SessionServersTable;
  readonly tool_versions: ToolVersionsTable;
  readonly events: EventsTable;
  readonly instances: InstancesTable;
}

/** One narrow row per call; lists and counts read nothing else. */
export interface CallsTable {
  /** Order, time and key in one: see `record/sequence.ts`. */
  seq: number;
  id: string;
  session_id: string;
  version_id: string | null;
  server: string | null;
  tool: string;
  class: string | null;
  status: string;
  /** Only the kind, for filters. */
  decision: string | null;
  decision_rule: string | null;
  decision_reason: string | null;
  approval_id: string | null;
  attempts: number;
  cached: number;
  error_code: number | null;
  error_message: string | null;
  started_at: number;
  duration_ms: number | null;
  input_tokens: number | null;
  output_tokens: number | null;
  era: string | null;
  mode: string;
  client_name: string | null;
  principal: string;
  summary: string;
  /** The risks of its session once it is sent, separated by blanks. */
  legs: string;
  instance_id: string;
  /** 0 from its end until its tokens are counted; otherwise 1. */
  digested: number;
}

/** `others` is what was sent besides the arguments. */
export interface CallBodiesTable extends BodyColumns<'arguments' | 'others' | 'result'> {
  seq: number;
  /** A digest of everything sent, if the record is not complete. */
  params_digest: string | null;
  /** JSON of the text that a model reads of a cut result. */
  result_readable: string | null;
  /** JSON of the failed attempts; NULL if there are none. */
  failures: string | null;
}

/** Later rounds of calls whose servers asked for input; most calls have none. */
export interface CallRoundsTable extends BodyColumns<'others', Uint8Array> {
  /** The call's stored key. */
  seq: number;
  /** From 1. */
  round: number;
  at: number;
  params_digest: string | null;
}

/** Approval requests and answers. `others` is what is sent besides the arguments. */
export interface ApprovalsTable extends BodyColumns<'arguments' | 'others'> {
  id: string;
  instance_id: string;
  /** The original key: a call whose key was taken is stored with a later one. */
  call_seq: number;
  call_id: string;
  session_id: string | null;
  server: string;
  tool: string;
  title: string;
  class: string;
  /** JSON. */
  effective: string;
  rule: string;
  reason: string;
  /** A digest of everything sent; NULL in rows of older versions. */
  sent_bytes: number | null;
  /** NULL if the record is not complete. */
  sent_sha256: string | null;
  client_name: string | null;
  principal: string;
  mode: string;
  requested_at: number;
  expires_at: number;
  /** 0 if its client was asked through a reply and retries with another call; 1 if the call waits. */
  waits: number;
  /** JSON of the allowed ways to answer. NULL in older rows. */
  terms: string | null;
  status: string;
  /** NULL while it is open, and if its gateway died before it ended. */
  resolved_at: number | null;
  /** NULL, like the following columns, without an answer. */
  answer_decision: string | null;
  remember: string | null;
  scope: string | null;
  route: string | null;
  presence: string | null;
  answered_by: string | null;
}

/**
 * Totals per hour and kind, for sums and charts without reading calls. Updated in the same transactions as the calls.
 */
export interface CallTotalsTable {
  /** Hours since 1970, by the time in the call's `seq`, so that hours correspond to key ranges. */
  hour: number;
  server: string;
  tool: string;
  class: string;
  status: string;
  decision: string;
  calls: number;
  input_tokens: number;
  output_tokens: number;
  duration_ms: number;
}

export interface SessionsTable {
  id: string;
  status: string;
  principal: string;
  client_name: string | null;
  client_version: string | null;
  conversation: string | null;
  era: string | null;
  mode: string;
  start_time: number;
  end_time: number | null;
  end_reason: string | null;
  last_activity: number;
  tool_call_count: number;
  input_tokens: number;
  output_tokens: number;
  menu_tokens: number;
  discovery_tokens: number;
  listing_tokens: number;
  read_calls: number;
  additive_calls: number;
  destructive_calls: number;
  error_count: number;
  approval_count: number;
  private_data_read: number | null;
  untrusted_content_seen: number | null;
  open_world_write: number | null;
  instance_id: string;
}

export interface SessionServersTable {
  session_id: string;
  server: string;
}

/** Every known version of a tool. */
export interface ToolVersionsTable {
  id: string;
  server: string;
  tool: string;
  title: string;
  class: string;
  /** JSON. */
  effective: string;
  /** JSON of the server's definition. */
  definition: string;
  hints: string;
  prose: string;
  first_seen: number;
  last_seen: number;
}

/** Events for listeners: one row per transaction. */
export interface EventsTable {
  batch: Generated<number>;
  at: number;
  /** A JSON array of JSON texts. */
  events: string;
}

/** The gateways that write to this store. */
export interface InstancesTable {
  id: string;
  pid: number;
  host: string;
  slot: number;
  started_at: number;
  seen_at: number;
  journal_file: number;
  journal_offset: number;
}
