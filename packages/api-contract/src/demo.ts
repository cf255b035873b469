import * as z from 'zod';
import { moment } from './shared.ts';

export const demoStates = ['never', 'running', 'done', 'failed', 'stopped'] as const;

/** How the scripted client is that shows what Toolmark does: a real MCP client on the real gateway. */
export interface Demo {
  readonly state: (typeof demoStates)[number];
  readonly started_at: string | null;
  readonly ended_at: string | null;
  /** What went wrong, in a sentence for a person. */
  readonly problem: string | null;
  /** The server that it works on; it is added to the config where it is missing. */
  readonly server: string;
  readonly steps: readonly DemoStep[];
}

/** One thing that the client does, in order. */
export interface DemoStep {
  /** What it is about to do, in a sentence for a person who watches. */
  readonly says: string;
  readonly tool: string;
  /** `asking`: it waits for a person. `refused`: somebody said no, or nobody answered. */
  readonly state: 'to do' | 'running' | 'asking' | 'ok' | 'error' | 'refused' | 'skipped';
  /** The call, once it is one. */
  readonly call_id: string | null;
  /** What came of it, in a sentence. */
  readonly outcome: string | null;
}

export const demoSchema: z.ZodType<Demo> = z.object({
  state: z.enum(demoStates),
  started_at: moment.nullable(),
  ended_at: moment.nullable(),
  problem: z.string().nullable(),
  server: z.string(),
  steps: z.array(
    z.object({
      says: z.string(),
      tool: z.string(),
      state: z.enum(['to do', 'running', 'asking', 'ok', 'error', 'refused', 'skipped']),
      call_id: z.string().nullable(),
      outcome: z.string().nullable(),
    }),
  ),
});
