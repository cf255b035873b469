import * as z from 'zod';
import { moment, type ToolClassName, toolClass } from './shared.ts';

export const demoStates = ['never', 'running', 'done', 'failed', 'stopped'] as const;

/** The state of the demo: a scripted but real MCP client on the real gateway. */
export interface Demo {
  readonly state: (typeof demoStates)[number];
  readonly started_at: string | null;
  readonly ended_at: string | null;
  /** The error, as a sentence. */
  readonly problem: string | null;
  /** The server that it uses, which is added to the config if it is missing. */
  readonly server: string;
  /** Its session, once its first call is recorded. */
  readonly session_id: string | null;
  readonly steps: readonly DemoStep[];
}

export const demoStepStates = ['to do', 'running', 'asking', 'ok', 'error', 'refused', 'skipped'] as const;

/** One step of the demo. */
export interface DemoStep {
  /** What the step does, as a sentence for viewers. */
  readonly says: string;
  readonly tool: string;
  /** The tool's effective class; `null` until the server is ready. */
  readonly class: ToolClassName | null;
  /** `asking`: it waits for approval. `refused`: denied by the policy or a person, or nobody answered. */
  readonly state: (typeof demoStepStates)[number];
  /** The call, once it is recorded. */
  readonly call_id: string | null;
  /** The approval, if a person was asked. */
  readonly approval_id: string | null;
  /** The outcome, as a sentence. */
  readonly outcome: string | null;
}

/** `POST /api/v1/demo`. */
export interface DemoRequest {
  /** Skips the pauses for viewers. */
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
