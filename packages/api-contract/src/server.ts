import * as z from 'zod';
import { type Coverage, coverageSchema } from './coverage.ts';
import { count, mcpObject, moment } from './shared.ts';
import { type ServerAuth, serverAuthSchema } from './upstream-sign-in.ts';

export const serverStates = ['connecting', 'ready', 'waiting', 'failed', 'disabled', 'stopped'] as const;

export type ServerStateName = (typeof serverStates)[number];

/** The current state of a configured server. Unknown or inapplicable fields are `null`. */
export interface Server {
  readonly name: string;
  readonly state: ServerStateName;
  /** Why it is not ready, as a sentence. */
  readonly reason: string | null;
  /** The time of the last state change. */
  readonly since: string;
  /** The time of the next retry, while `waiting` or `failed`. */
  readonly next_attempt: string | null;
  readonly restarts: number;
  readonly transport: 'stdio' | 'http' | 'sse' | null;
  readonly era: 'modern' | 'legacy' | null;
  readonly protocol_version: string | null;
  /** Its self-reported name and version. */
  readonly server_info: Readonly<Record<string, unknown>> | null;
  readonly in_flight: number;
  readonly queued: number;
  readonly prompts: number;
  readonly resources: number;
  readonly resource_templates: number;
  /** Statistics of its tools. */
  readonly coverage: Coverage;
  /** Definitions that were left out or repaired. */
  readonly problems: readonly string[];
  /** Errors that did not break the connection. */
  readonly warnings: readonly string[];
  readonly stderr_tail: readonly string[];
  /** The state of its sign-in. */
  readonly auth: ServerAuth;
}

/** `GET /api/v1/servers`. */
export interface ServerList {
  readonly servers: readonly Server[];
  readonly total: number;
  /** Why the current config file is not in use. */
  readonly config_problem?: string | undefined;
  /** Why calls are not recorded correctly. */
  readonly record_problem?: string | undefined;
}

export const serverSchema: z.ZodType<Server> = z.object({
  name: z.string(),
  state: z.enum(serverStates),
  reason: z.string().nullable(),
  since: moment,
  next_attempt: moment.nullable(),
  restarts: count,
  transport: z.enum(['stdio', 'http', 'sse']).nullable(),
  era: z.enum(['modern', 'legacy']).nullable(),
  protocol_version: z.string().nullable(),
  server_info: mcpObject.nullable(),
  in_flight: count,
  queued: count,
  prompts: count,
  resources: count,
  resource_templates: count,
  coverage: coverageSchema,
  problems: z.array(z.string()),
  warnings: z.array(z.string()),
  stderr_tail: z.array(z.string()),
  auth: serverAuthSchema,
});

export const serverListSchema: z.ZodType<ServerList> = z.object({
  servers: z.array(serverSchema),
  total: count,
  config_problem: z.string().optional(),
  record_problem: z.string().optional(),
});
