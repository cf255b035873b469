import * as z from 'zod';
import { coverageSchema } from './coverage.ts';
import type { Shape } from './shape.ts';
import { count, mcpObject, moment } from './shared.ts';
import { serverAuthSchema } from './upstream-sign-in.ts';

export const serverStates = ['connecting', 'ready', 'waiting', 'failed', 'disabled', 'stopped'] as const;

export type ServerStateName = (typeof serverStates)[number];

export const serverSchema = z.object({
  name: z.string(),
  state: z.enum(serverStates),
  /** Why it is not ready, as a sentence. */
  reason: z.string().nullable(),
  /** The time of the last state change. */
  since: moment,
  /** The time of the next retry, while `waiting` or `failed`. */
  next_attempt: moment.nullable(),
  restarts: count,
  transport: z.enum(['stdio', 'http', 'sse']).nullable(),
  era: z.enum(['modern', 'legacy']).nullable(),
  protocol_version: z.string().nullable(),
  /** Its self-reported name and version. */
  server_info: mcpObject.nullable(),
  in_flight: count,
  queued: count,
  prompts: count,
  resources: count,
  resource_templates: count,
  /** Statistics of its tools. */
  coverage: coverageSchema,
  /** Definitions that were left out or repaired. */
  problems: z.array(z.string()),
  /** Errors that did not break the connection. */
  warnings: z.array(z.string()),
  stderr_tail: z.array(z.string()),
  /** The state of its sign-in. */
  auth: serverAuthSchema,
});

/** The current state of a configured server. Unknown or inapplicable fields are `null`. */
export type Server = Shape<typeof serverSchema>;

export const serverListSchema = z.object({
  servers: z.array(serverSchema),
  total: count,
  /** Why the current config file is not in use. */
  config_problem: z.string().optional(),
  /** Why calls are not recorded correctly. */
  record_problem: z.string().optional(),
});

/** `GET /api/v1/servers`. */
export type ServerList = Shape<typeof serverListSchema>;
