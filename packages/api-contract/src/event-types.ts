/** All event types, in a file without schemas, which the page can import cheaply. */
export const eventTypes = [
  'sessions.created',
  'sessions.updated',
  'sessions.closed',
  'tool_calls.started',
  'tool_calls.completed',
  'approvals.requested',
  'approvals.resolved',
  'servers.changed',
  'tools.changed',
] as const;

export type EventType = (typeof eventTypes)[number];
