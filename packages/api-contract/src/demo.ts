import * as z from 'zod';
import type { Shape } from './shape.ts';
import { moment, toolClass } from './shared.ts';

export const demoStates = ['never', 'running', 'done', 'failed', 'stopped'] as const;

export const demoStepStates = ['to do', 'running', 'asking', 'ok', 'error', 'refused', 'skipped'] as const;

export const demoSchema = z.object({
  state: z.enum(demoStates),
  started_at: moment.nullable(),
  ended_at: moment.nullable(),
  /** The error, as a sentence. */
  problem: z.string().nullable(),
  /** The server that it uses, which is added to the config if it is missing. */
  server: z.string(),
  /** Its session, once its first call is recorded. */
  session_id: z.string().nullable(),
  steps: z.array(
    z.object({
      /** What the step does, as a sentence for viewers. */
      says: z.string(),
      tool: z.string(),
      /** The tool's effective class; `null` until the server is ready. */
      class: toolClass.nullable(),
      /** `asking`: it waits for approval. `refused`: denied by the policy or a person, or nobody answered. */
      state: z.enum(demoStepStates),
      /** The call, once it is recorded. */
      call_id: z.string().nullable(),
      /** The approval, if a person was asked. */
      approval_id: z.string().nullable(),
      /** The outcome, as a sentence. */
      outcome: z.string().nullable(),
    }),
  ),
});

/** The state of the demo: a scripted but real MCP client on the real gateway. */
export type Demo = Shape<typeof demoSchema>;

/** One step of the demo. */
export type DemoStep = Demo['steps'][number];

export const demoRequestSchema = z.strictObject({
  /** Skips the pauses for viewers. */
  fast: z.boolean().optional(),
});

/** `POST /api/v1/demo`. */
export type DemoRequest = Shape<typeof demoRequestSchema>;
