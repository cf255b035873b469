import * as z from 'zod';
import { type Coverage, coverageSchema } from './coverage.ts';
import { count, mcpObject, moment } from './shared.ts';
import { type ServerAuth, serverAuthSchema } from './upstream-sign-in.ts';

export const serverStates = ['connecting', 'ready', 'waiting', 'failed', 'disabled', 'stopped'] as const;

export type ServerStateName = (typeof serverStates)[number];

/** One configured server, as it is now. What is not known, or not so, is `null`. */
export interface Server {
  readonly name: string;
  readonly state: ServerStateName;
  /** Why it is not ready, in a sentence for a person. */
  readonly reason: string | null;
  /** Since when it is in this state. */
  readonly since: string;
  /** When it is tried again, while `waiting` or `failed`. */
  readonly next_attempt: string | null;
  readonly restarts: number;
  readonly transport: 'stdio' | 'http' | 'sse' | null;
  readonly era: 'modern' | 'legacy' | null;
  readonly protocol_version: string | null;
  /** What it says it is. */
  readonly server_info: Readonly<Record<string, unknown>> | null;
  readonly in_flight: number;
  readonly queued: number;
  readonly prompts: number;
  readonly resources: number;
  readonly resource_templates: number;
  /** Its tools in numbers. */
  readonly coverage: Coverage;
  /** What could not be offered, or only repaired. */
  readonly problems: readonly string[];
  /** What went wrong without costing the connection. */
  readonly warnings: readonly string[];
  readonly stderr_tail: readonly string[];
  /** Whether somebody is signed in to it. */
  readonly auth: ServerAuth;
}

/** `GET /api/v1/servers`. */
export interface ServerList {
  readonly servers: readonly Server[];
  readonly total: number;
  /** Why the config as it is now is not in use. */
  readonly config_problem?: string | undefined;
  /** Why calls are not recorded as they should be. */
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
