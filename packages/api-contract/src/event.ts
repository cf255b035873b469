import * as z from 'zod';
import { eventTypes } from './event-types.ts';
import type { Shape } from './shape.ts';
import { moment } from './shared.ts';

export const gatewayEventSchema = z.object({
  type: z.enum(eventTypes),
  data: z.record(z.string(), z.unknown()),
  timestamp: moment,
});

/**
 * An event of `GET /api/v1/events`. Its id resumes the stream after a broken connection. `data` is a summary; request
 * the details if you need them.
 *
 * - `sessions.*` carry `session_id, status, tool_call_count, total_tokens`.
 * - `tool_calls.*` carry `id, session_id, server, tool, class, title, client_name, summary, status, duration_ms, error_message`,
 *   each as in `ToolCall`, without secrets; `error_message` is `null` if there is no error.
 * - `approvals.*` carry `id, call_id, session_id, server, tool, title, class, client_name, reason, status, expires_at`, each as in
 *   `Approval`, but no arguments.
 * - `servers.changed` carries `server, state`: its new state.
 * - `tools.changed` carries `server` if it is about one. It also reports overridden hints, and held or accepted tools.
 */
export type GatewayEvent = Shape<typeof gatewayEventSchema>;

export const resetEventSchema = z.object({
  type: z.literal('reset'),
  data: z.object({ reason: z.string() }),
  timestamp: moment,
});

/**
 * Replaces events that are no longer available: the listener has to refetch everything. The stream continues after it.
 */
export type ResetEvent = Shape<typeof resetEventSchema>;
