import * as z from 'zod';
import { count, moment, type ToolClassName, toolClass } from './shared.ts';

/** Calls of one client that belong together. */
export interface Session {
  readonly id: string;
  /** What the client says it is; `null` where it does not say. */
  readonly client_name: string | null;
  readonly client_version: string | null;
  readonly status: 'active' | 'closed';
  readonly start_time: string;
  /** `null` exactly while it is active. */
  readonly end_time: string | null;
  /** Why it was closed: the client left, nothing happened for a while, the gateway was stopped, or was cut off. */
  readonly end_reason: SessionEndReason | null;
  readonly last_activity: string;
  /** Until now for an active session. */
  readonly duration_ms: number;
  readonly tool_call_count: number;
  /** Exactly the sum over its calls. */
  readonly total_tokens: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** Of the tool lists that were really sent to it. */
  readonly menu_tokens: number;
  /** Of what searching for tools sent to it. */
  readonly discovery_tokens: number;
  /** What one list of every tool would have been when it began. */
  readonly listing_tokens: number;
  /** `listing_tokens` less menu and discovery, where it searched; 0 where it was sent the list. Negative where searching cost more. */
  readonly saved_tokens: number;
  /** Calls of tools that did not exist are in none of them. */
  readonly calls_by_class: Readonly<Record<ToolClassName, number>>;
  readonly error_count: number;
  readonly approval_count: number;
  /** Those it called, by name. */
  readonly servers: readonly string[];
  readonly risk: SessionRisk;
  /** The conversation that the client named, where it named one. */
  readonly conversation: string | null;
  readonly era: 'modern' | 'legacy' | null;
  readonly mode: CallMode;
}

export const sessionEndReasons = ['left', 'idle', 'stopped', 'interrupted'] as const;

export type SessionEndReason = (typeof sessionEndReasons)[number];

/** How calls came: as `server__tool`, through search, or from Toolmark's own page, command line and API. */
export const callModes = ['direct', 'search', 'web', 'cli', 'api'] as const;

export type CallMode = (typeof callModes)[number];

/** The three things that are harmless one by one: when the first call that did each began; `null` where none did. */
export interface SessionRisk {
  /** A tool that reads, of a closed world: what it returned is likely to be private. */
  readonly private_data_read: string | null;
  /** A tool of an open world answered: what it returned may have been written by anybody. */
  readonly untrusted_content_seen: string | null;
  /** A tool of an open world that changes things was called: data may have left. */
  readonly open_world_write: string | null;
}

/** `GET /api/v1/sessions`: newest first. */
export interface SessionList {
  readonly sessions: readonly Session[];
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
  /** For the page after this one, whatever begins meanwhile; `null` at the end. */
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
