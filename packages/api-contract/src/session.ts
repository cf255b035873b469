import * as z from 'zod';
import { count, moment, type ToolClassName, toolClass } from './shared.ts';

/** Calls of one client that belong together. */
export interface Session {
  readonly id: string;
  /** The client's self-reported name; `null` if it sends none. */
  readonly client_name: string | null;
  readonly client_version: string | null;
  readonly status: 'active' | 'closed';
  readonly start_time: string;
  /** `null` while it is active. */
  readonly end_time: string | null;
  /** Why it ended: the client disconnected, it was idle, or the gateway was stopped or killed. */
  readonly end_reason: SessionEndReason | null;
  readonly last_activity: string;
  /** Until now for an active session. */
  readonly duration_ms: number;
  readonly tool_call_count: number;
  /** The sum over its calls. */
  readonly total_tokens: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** Tokens of the tool lists that it received. */
  readonly menu_tokens: number;
  /** Tokens of its search results. */
  readonly discovery_tokens: number;
  /** Tokens that a list of all tools would have taken at its start. */
  readonly listing_tokens: number;
  /**
   * `listing_tokens` minus menu and discovery tokens, if it searched; 0 if it received the list. Negative if searching
   * cost more.
   */
  readonly saved_tokens: number;
  /** Calls of unknown tools are in no class. */
  readonly calls_by_class: Readonly<Record<ToolClassName, number>>;
  readonly error_count: number;
  readonly approval_count: number;
  /** The servers that it called. */
  readonly servers: readonly string[];
  readonly risk: SessionRisk;
  /** The client's own id of the conversation, if it sent one. */
  readonly conversation: string | null;
  readonly era: 'modern' | 'legacy' | null;
  readonly mode: CallMode;
}

export const sessionEndReasons = ['left', 'idle', 'stopped', 'interrupted'] as const;

export type SessionEndReason = (typeof sessionEndReasons)[number];

/** How a call arrived: as `server__tool`, through search, or from Toolmark's own page, command line or API. */
export const callModes = ['direct', 'search', 'web', 'cli', 'api'] as const;

export type CallMode = (typeof callModes)[number];

/**
 * The time of the first call with each of the three risk factors; `null` if there was none. Each is harmless alone.
 */
export interface SessionRisk {
  /** A read tool of a closed world was called: its results are likely to be private. */
  readonly private_data_read: string | null;
  /** A tool of an open world returned a result: anyone may have written it. */
  readonly untrusted_content_seen: string | null;
  /** A tool changed something in an open world: data may have left. */
  readonly open_world_write: string | null;
}

/** `GET /api/v1/sessions`: newest first. */
export interface SessionList {
  readonly sessions: readonly Session[];
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
  /** The cursor of the next page, stable while new sessions start; `null` at the end. */
  readonly next_cursor: string | null;
}

const nullableMoment = moment.nullable();

export const sessionSchema: z.ZodType<Session> = z.object({
  id: z.string(),
  client_name: z.string().nullable(),
  client_version: z.string().nullable(),
  status: z.enum(['active', 'closed']),
  start_time: moment,
  end_time: nullableMoment,
  end_reason: z.enum(sessionEndReasons).nullable(),
  last_activity: moment,
  duration_ms: count,
  tool_call_count: count,
  total_tokens: count,
  input_tokens: count,
  output_tokens: count,
  menu_tokens: count,
  discovery_tokens: count,
  listing_tokens: count,
  saved_tokens: z.int(),
  calls_by_class: z.record(toolClass, count),
  error_count: count,
  approval_count: count,
  servers: z.array(z.string()),
  risk: z.object({
    private_data_read: nullableMoment,
    untrusted_content_seen: nullableMoment,
    open_world_write: nullableMoment,
  }),
  conversation: z.string().nullable(),
  era: z.enum(['modern', 'legacy']).nullable(),
  mode: z.enum(callModes),
});

export const sessionListSchema: z.ZodType<SessionList> = z.object({
  sessions: z.array(sessionSchema),
  total: count,
  limit: count,
  offset: count,
  next_cursor: z.string().nullable(),
});
