import * as z from 'zod';
import type { Shape } from './shape.ts';
import { count, moment, toolClass } from './shared.ts';

export const sessionEndReasons = ['left', 'idle', 'stopped', 'interrupted'] as const;

export type SessionEndReason = (typeof sessionEndReasons)[number];

/** How a call arrived: as `server__tool`, through search, or from Toolmark's own page, command line or API. */
export const callModes = ['direct', 'search', 'web', 'cli', 'api'] as const;

export type CallMode = (typeof callModes)[number];

const nullableMoment = moment.nullable();

export const sessionSchema = z.object({
  id: z.string(),
  /** The client's self-reported name; `null` if it sends none. */
  client_name: z.string().nullable(),
  client_version: z.string().nullable(),
  status: z.enum(['active', 'closed']),
  start_time: moment,
  /** `null` while it is active. */
  end_time: nullableMoment,
  /** Why it ended: the client disconnected, it was idle, or the gateway was stopped or killed. */
  end_reason: z.enum(sessionEndReasons).nullable(),
  last_activity: moment,
  /** Until now for an active session. */
  duration_ms: count,
  tool_call_count: count,
  /** The sum over its calls. */
  total_tokens: count,
  input_tokens: count,
  output_tokens: count,
  /** Tokens of the tool lists that it received. */
  menu_tokens: count,
  /** Tokens of its search results. */
  discovery_tokens: count,
  /** Tokens that a list of all tools would have taken at its start. */
  listing_tokens: count,
  /**
   * `listing_tokens` minus menu and discovery tokens, if it searched; 0 if it received the list. Negative if searching
   * cost more.
   */
  saved_tokens: z.int(),
  /** Calls of unknown tools are in no class. */
  calls_by_class: z.record(toolClass, count),
  error_count: count,
  approval_count: count,
  /** The servers that it called. */
  servers: z.array(z.string()),
  risk: z.object({
    /** A read tool of a closed world was called: its results are likely to be private. */
    private_data_read: nullableMoment,
    /** A tool of an open world returned a result: anyone may have written it. */
    untrusted_content_seen: nullableMoment,
    /** A tool changed something in an open world: data may have left. */
    open_world_write: nullableMoment,
  }),
  /** The client's own id of the conversation, if it sent one. */
  conversation: z.string().nullable(),
  era: z.enum(['modern', 'legacy']).nullable(),
  mode: z.enum(callModes),
});

/** Calls of one client that belong together. */
export type Session = Shape<typeof sessionSchema>;

/**
 * The time of the first call with each of the three risk factors; `null` if there was none. Each is harmless alone.
 */
export type SessionRisk = Session['risk'];

export const sessionListSchema = z.object({
  sessions: z.array(sessionSchema),
  total: count,
  limit: count,
  offset: count,
  /** The cursor of the next page, stable while new sessions start; `null` at the end. */
  next_cursor: z.string().nullable(),
});

/** `GET /api/v1/sessions`: newest first. */
export type SessionList = Shape<typeof sessionListSchema>;
