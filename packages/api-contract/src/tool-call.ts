import * as z from 'zod';
import { type DecisionKind, decisionKinds } from './decision.ts';
import { type CallMode, callModes } from './session.ts';
import { count, type HintKey, hintName, moment, type ToolClassName, toolClass } from './shared.ts';
import { type ToolHint, toolHintSchema } from './tool.ts';

export const callStatuses = ['running', 'ok', 'error', 'denied', 'expired', 'cancelled', 'interrupted'] as const;

export type CallStatusName = (typeof callStatuses)[number];

/** Why a call was allowed or not. */
export interface CallDecision {
  readonly kind: DecisionKind;
  readonly rule: string;
  readonly reason: string;
}

/** Token counts of o200k: an estimate for every other model. `null` until they are counted, shortly after the call. */
export interface CallMetrics {
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly total_tokens: number | null;
  readonly encoding: 'o200k';
}

/** One call as a list shows it, without arguments and result. */
export interface ToolCall {
  readonly id: string;
  readonly session_id: string;
  /** `null` if no server has the tool. */
  readonly server: string | null;
  /** The original name; if no server has it, the name that the client called. */
  readonly tool: string;
  readonly title: string;
  /** The annotations at the time, verbatim; absent if the server sent none. */
  readonly annotations?: unknown;
  /** The effective hints at the time; `null` if no server has the tool. */
  readonly effective: Readonly<Record<HintKey, ToolHint>> | null;
  readonly class: ToolClassName | null;
  readonly decision: CallDecision | null;
  readonly approval_id: string | null;
  /** How often it was sent; `null` while it runs and if it was interrupted, when it is unknown. */
  readonly attempts: number | null;
  readonly cached: boolean;
  readonly status: CallStatusName;
  readonly error: CallError | null;
  readonly started_at: string;
  /** `null` while it runs, and if it is unknown. */
  readonly duration_ms: number | null;
  readonly metrics: CallMetrics;
  readonly era: 'modern' | 'legacy' | null;
  readonly client_name: string | null;
  readonly mode: CallMode;
  /** The beginning of the arguments, for a table row. */
  readonly summary: string;
}

export interface CallError {
  /** The protocol's error code; `null` if the tool itself reported the failure. */
  readonly code: number | null;
  readonly message: string;
}

/** The recorded arguments or result. */
export interface CallBody {
  /** The value itself if it was stored completely, else the beginning of its JSON as text. */
  readonly value: unknown;
  /** The length of its JSON in bytes, after secrets were removed. */
  readonly bytes: number;
  /** Whether `value` was cut. */
  readonly is_cut: boolean;
  /** How many secrets were removed before it was stored. */
  readonly redactions: number;
}

/** `GET /api/v1/tool-calls/{id}`. */
export interface ToolCallDetail extends ToolCall {
  readonly arguments: CallBody | null;
  /**
   * Everything else that was sent: other members of `params`, unknown keys of `_meta`, and under `HTTP headers` those
   * that do not repeat an argument. `null` if there was nothing, and for calls of older versions.
   */
  readonly others: CallBody | null;
  /**
   * A keyed digest of everything that was sent, if the record is incomplete; otherwise `null`. Use `POST
   * /tool-calls/{id}/verify` to compare parameters with it.
   */
  readonly params_digest: string | null;
  /**
   * What was sent in later rounds, in order, after the server asked for input: the answers are in `inputResponses`. The
   * arguments are the same in every round. Empty for most calls, and for calls of older versions.
   */
  readonly rounds: readonly CallRound[];
  /** The complete protocol result or error. `null` while there is none. */
  readonly result: CallBody | null;
  readonly principal: string;
  /** The failed attempts before the last one, in order; empty for most calls. */
  readonly attempt_log: readonly CallAttempt[];
}

/** A later round of a call, sent after its server asked for input. */
export interface CallRound {
  readonly at: string;
  /** Everything that was sent besides the arguments. */
  readonly others: CallBody;
  /** Like that of the call, for this round. */
  readonly params_digest: string | null;
}

/** A failed attempt of a call. */
export interface CallAttempt {
  readonly at: string;
  readonly duration_ms: number;
  readonly code: number;
  readonly message: string;
}

/** `GET /api/v1/tool-calls`: newest first. */
export interface ToolCallList {
  readonly tool_calls: readonly ToolCall[];
  readonly total: number;
  /** If counting stopped early, `total` is a minimum. Only with `q`. */
  readonly total_is_exact: boolean;
  readonly limit: number;
  readonly offset: number;
  /** The cursor of the next page, stable while new calls are recorded; `null` at the end. */
  readonly next_cursor: string | null;
}

export const callDecisionSchema: z.ZodType<CallDecision> = z.object({
  kind: z.enum(decisionKinds),
  rule: z.string(),
  reason: z.string(),
});

const fields = {
  id: z.string(),
  session_id: z.string(),
  server: z.string().nullable(),
  tool: z.string(),
  title: z.string(),
  annotations: z.unknown().optional(),
  effective: z.record(hintName, toolHintSchema).nullable(),
  class: toolClass.nullable(),
  decision: callDecisionSchema.nullable(),
  approval_id: z.string().nullable(),
  attempts: count.nullable(),
  cached: z.boolean(),
  status: z.enum(callStatuses),
  error: z.object({ code: z.int().nullable(), message: z.string() }).nullable(),
  started_at: moment,
  duration_ms: z.number().min(0).nullable(),
  metrics: z.object({
    input_tokens: count.nullable(),
    output_tokens: count.nullable(),
    total_tokens: count.nullable(),
    encoding: z.literal('o200k'),
  }),
  era: z.enum(['modern', 'legacy']).nullable(),
  client_name: z.string().nullable(),
  mode: z.enum(callModes),
  summary: z.string(),
};

export const callBodySchema: z.ZodType<CallBody> = z.object({
  value: z.unknown(),
  bytes: count,
  is_cut: z.boolean(),
  redactions: count,
});

export const toolCallSchema: z.ZodType<ToolCall> = z.object(fields);

export const toolCallDetailSchema: z.ZodType<ToolCallDetail> = z.object({
  ...fields,
  arguments: callBodySchema.nullable(),
  others: callBodySchema.nullable(),
  params_digest: z.string().nullable(),
  rounds: z.array(z.object({ at: moment, others: callBodySchema, params_digest: z.string().nullable() })),
  result: callBodySchema.nullable(),
  principal: z.string(),
  attempt_log: z.array(z.object({ at: moment, duration_ms: z.number().min(0), code: z.int(), message: z.string() })),
});

export const toolCallListSchema: z.ZodType<ToolCallList> = z.object({
  tool_calls: z.array(toolCallSchema),
  total: count,
  total_is_exact: z.boolean(),
  limit: count,
  offset: count,
  next_cursor: z.string().nullable(),
});
