import * as z from 'zod';
import { moment, type ToolClassName, toolClass } from './shared.ts';

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
  /** Its session, once a call of it is recorded. */
  readonly session_id: string | null;
  readonly steps: readonly DemoStep[];
}

export const demoStepStates = ['to do', 'running', 'asking', 'ok', 'error', 'refused', 'skipped'] as const;

/** One thing that the client does, in order. */
export interface DemoStep {
  /** What it is about to do, in a sentence for a person who watches. */
  readonly says: string;
  readonly tool: string;
  /** What the tool is after everything was weighed; `null` until the server is there. */
  readonly class: ToolClassName | null;
  /** `asking`: it waits for a person. `refused`: the policy or somebody said no, or nobody answered. */
  readonly state: (typeof demoStepStates)[number];
  /** The call, once it is recorded. */
  readonly call_id: string | null;
  /** The question, where a person was asked. */
  readonly approval_id: string | null;
  /** What came of it, in a sentence. */
  readonly outcome: string | null;
}

/** `POST /api/v1/demo`. */
export interface DemoRequest {
  /** Without the pauses that let a person follow. */
  readonly fast?: boolean | undefined;
}

export const demoSchema: z.ZodType<Demo> = z.object({
  state: z.enum(demoStates),
  started_at: moment.nullable(),
  ended_at: moment.nullable(),
  problem: z.string().nullable(),
  server: z.string(),
  session_id: z.string().nullable(),
  steps: z.array(
    z.object({
      says: z.string(),
      tool: z.string(),
      class: toolClass.nullable(),
      state: z.enum(demoStepStates),
      call_id: z.string().nullable(),
      approval_id: z.string().nullable(),
      outcome: z.string().nullable(),
    }),
  ),
});

export const demoRequestSchema: z.ZodType<DemoRequest> = z.strictObject({ fast: z.boolean().optional() });
