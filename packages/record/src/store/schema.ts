import type { Generated } from 'kysely';

/** The tables. Times are milliseconds since 1970; text that is not known is NULL unless it is part of a key, then ''. */
export interface Schema {
  readonly calls: CallsTable;
  readonly call_bodies: CallBodiesTable;
  readonly call_rounds: CallRoundsTable;
  readonly approvals: ApprovalsTable;
  readonly call_totals: CallTotalsTable;
  /** The same per day: `hour` is the first one of a day in UTC. For long times, where hours would be too many. */
  readonly call_totals_by_day: CallTotalsTable;
  /** The same per hour, class and status alone; server, tool and decision are ''. For charts. */
  readonly call_totals_by_class: CallTotalsTable;
  readonly sessions: SessionsTable;
  readonly session_servers: SessionServersTable;
  readonly tool_versions: ToolVersionsTable;
  readonly events: EventsTable;
  readonly instances: InstancesTable;
}

/** One row per call, narrow: lists and counts read nothing else. */
export interface CallsTable {
  /** The order, the time and the key in one: see `record/sequence.ts`. */
  seq: number;
  id: string;
  session_id: string;
  version_id: string | null;
  server: string | null;
  tool: string;
  class: string | null;
  status: string;
  /** The kind alone, for filters. */
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
  /** Risks that its session runs once it has left, with spaces between them. */
  legs: string;
  instance_id: string;
  /** 0 from its end until its tokens are counted; 1 before and after. */
  digested: number;
}

export interface CallBodiesTable {
  seq: number;
  arguments: Uint8Array | null;
  arguments_encoding: number;
  arguments_bytes: number;
  arguments_cut: number;
  arguments_redactions: number;
  result: Uint8Array | null;
  result_encoding: number;
  result_bytes: number;
  result_cut: number;
  result_redactions: number;
  /** What left besides the arguments. */
  others: Uint8Array | null;
  others_encoding: number;
  others_bytes: number;
  others_cut: number;
  others_redactions: number;
  /** Of everything that left, where not all of it is stored as it was. */
  params_digest: string | null;
  /** JSON of what a model reads of a result that was cut. */
  result_readable: string | null;
  /** JSON of the attempts that failed; NULL where none did. */
  failures: string | null;
}

/** Later rounds of calls whose servers asked for input: none of nearly every call. */
export interface CallRoundsTable {
  /** Of the call, as it is stored. */
  seq: number;
  /** From 1. */
  round: number;
  at: number;
  others: Uint8Array;
  others_encoding: number;
  others_bytes: number;
  others_cut: number;
  others_redactions: number;
  params_digest: string | null;
}

/** Questions to people, and their answers. */
export interface ApprovalsTable {
  id: string;
  instance_id: string;
  /** As it was given: a call whose key was taken is stored behind it. */
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
  arguments: Uint8Array | null;
  arguments_encoding: number;
  arguments_bytes: number;
  arguments_cut: number;
  arguments_redactions: number;
  /** What left besides the arguments. */
  others: Uint8Array | null;
  others_encoding: number;
  others_bytes: number;
  others_cut: number;
  others_redactions: number;
  /** Of all that was sent; NULL in what an older version wrote. */
  sent_bytes: number | null;
  /** NULL also where the record leaves something out. */
  sent_sha256: string | null;
  client_name: string | null;
  principal: string;
  mode: string;
  requested_at: number;
  expires_at: number;
  /** 0 where its client was asked by a reply, and comes back with another request; 1 where its call waits. */
  waits: number;
  /** JSON: how it may be answered. NULL in what was asked before that was kept. */
  terms: string | null;
  status: string;
  /** NULL while it is open, and where its gateway was gone before it ended. */
  resolved_at: number | null;
  /** NULL, like the rest, where nobody gave an answer. */
  answer_decision: string | null;
  remember: string | null;
  scope: string | null;
  route: string | null;
  presence: string | null;
  answered_by: string | null;
}

/** Calls per hour and kind: totals and charts without looking at the calls. Changed in the transactions that change calls. */
export interface CallTotalsTable {
  /** Hours since 1970, by the time in the call's `seq`: what is found by hours is looked up by keys. */
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

/** Every form in which a tool was seen. */
export interface ToolVersionsTable {
  id: string;
  server: string;
  tool: string;
  title: string;
  class: string;
  /** JSON. */
  effective: string;
  /** JSON, as its server sent it. */
  definition: string;
  hints: string;
  prose: string;
  first_seen: number;
  last_seen: number;
}

/** What listeners are told: one row per transaction. */
export interface EventsTable {
  batch: Generated<number>;
  at: number;
  /** A JSON array of JSON texts. */
  events: string;
}

/** Gateways that write here. */
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
