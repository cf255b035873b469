import * as z from 'zod';
import { type EventType, eventTypes } from './event-types.ts';
import { moment } from './shared.ts';

/**
 * What `GET /api/v1/events` sends, under an id with which to go on after a broken connection. `data` says what changed in
 * short; whoever needs more asks for it.
 *
 * - `sessions.*` carry `session_id, status, tool_call_count, total_tokens`.
 * - `tool_calls.*` carry `id, session_id, server, tool, class, title, client_name, summary, status, duration_ms, error_message`,
 *   each as in `ToolCall`, without secrets; `error_message` is `null` where there is no error.
 * - `approvals.*` carry `id, call_id, session_id, server, tool, title, class, client_name, reason, status, expires_at`, each as in
 *   `Approval`; what the call was to be made with is not among them.
 * - `servers.changed` carries `server, state`: the state that it is in now.
 * - `tools.changed` carries `server` where it is one. It also tells that hints were overridden, or a tool held or accepted.
 */
export interface GatewayEvent {
  readonly type: EventType;
  readonly data: Readonly<Record<string, unknown>>;
  readonly timestamp: string;
}

/**
 * Instead of events that are gone: whoever hears it knows nothing for certain any more and asks for everything anew. The
 * stream goes on after it.
 */
export interface ResetEvent {
  readonly type: 'reset';
  readonly data: { readonly reason: string };
  readonly timestamp: string;
}

export const gatewayEventSchema: z.ZodType<GatewayEvent> = z.object({
  type: z.enum(eventTypes),
  data: z.record(z.string(), z.unknown()),
  timestamp: moment,
});

export const resetEventSchema: z.ZodType<ResetEvent> = z.object({
  type: z.literal('reset'),
  data: z.object({ reason: z.string() }),
  timestamp: moment,
});
