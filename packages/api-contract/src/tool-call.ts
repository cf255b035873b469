import * as z from 'zod';
import { type DecisionKind, decisionKinds } from './decision.ts';
import { type CallMode, callModes } from './session.ts';
import { count, type HintKey, hintName, moment, type ToolClassName, toolClass } from './shared.ts';
import { type ToolHint, toolHintSchema } from './tool.ts';

export const callStatuses = ['running', 'ok', 'error', 'denied', 'expired', 'cancelled', 'interrupted'] as const;

export type CallStatusName = (typeof callStatuses)[number];

/** Why a call was let through or not. */
export interface CallDecision {
  readonly kind: DecisionKind;
  readonly rule: string;
  readonly reason: string;
}

/** Tokens as o200k counts them: an estimate for every other model. `null` until they are counted, right after the call. */
export interface CallMetrics {
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly total_tokens: number | null;
  readonly encoding: 'o200k';
}

/** One call of a tool, as a list shows it: everything but what went in and came out. */
export interface ToolCall {
  readonly id: string;
  readonly session_id: string;
  /** `null` where no server has such a tool. */
  readonly server: string | null;
  /** As its server calls it; where no server has it, as the client called it. */
  readonly tool: string;
  readonly title: string;
  /** As declared then, verbatim; left out where the server sent none. */
  readonly annotations?: unknown;
  /** As they counted then; `null` where no server has such a tool. */
  readonly effective: Readonly<Record<HintKey, ToolHint>> | null;
  readonly class: ToolClassName | null;
  readonly decision: CallDecision | null;
  readonly approval_id: string | null;
  /** How often it was sent; `null` while it runs, and where it was interrupted: nobody knows whether it left. */
  readonly attempts: number | null;
  readonly cached: boolean;
  readonly status: CallStatusName;
  readonly error: CallError | null;
  readonly started_at: string;
  /** `null` while it runs, and where nobody knows. */
  readonly duration_ms: number | null;
  readonly metrics: CallMetrics;
  readonly era: 'modern' | 'legacy' | null;
  readonly client_name: string | null;
  readonly mode: CallMode;
  /** The beginning of the arguments, for a line in a table. */
  readonly summary: string;
}

export interface CallError {
  /** Of the protocol; `null` where the tool itself said that it failed. */
  readonly code: number | null;
  readonly message: string;
}

/** What went in or came out. */
export interface CallBody {
  /** What was kept: the value itself where all of it was, else the beginning of its JSON as text. */
  readonly value: unknown;
  /** How long all of its JSON was after secrets were taken out, in bytes. */
  readonly bytes: number;
  /** Whether `value` is only a part. */
  readonly is_cut: boolean;
  /** How many secrets were taken out before it was stored. */
  readonly redactions: number;
}

/** `GET /api/v1/tool-calls/{id}`. */
export interface ToolCallDetail extends ToolCall {
  readonly arguments: CallBody | null;
  /**
   * Everything else that was sent: other members of `params`, unknown keys of `_meta`, and under `HTTP headers` those that repeat no
   * argument. `null` where nothing was, and in what an older version wrote.
   */
  readonly others: CallBody | null;
  /**
   * A keyed digest of everything that was sent, where the record does not have all of it as it was; `null` elsewhere. What somebody says
   * was sent is checked by `POST /tool-calls/{id}/verify`.
   */
  readonly params_digest: string | null;
  /**
   * What was sent in later rounds, in order, where the server asked for input: the answers are in `inputResponses`. The arguments are
   * the same in every round. Empty for nearly every call, and in what an older version wrote.
   */
  readonly rounds: readonly CallRound[];
  /** Of the protocol: the result, or the error in full. `null` while there is none. */
  readonly result: CallBody | null;
  readonly principal: string;
  /** The attempts that failed and were followed by another, in order; empty for nearly every call. */
  readonly attempt_log: readonly CallAttempt[];
}

/** A later round of a call: sent after its server asked for input. */
export interface CallRound {
  readonly at: string;
  /** Everything that was sent besides the arguments. */
  readonly others: CallBody;
  /** As that of the call, for what was sent in this round. */
  readonly params_digest: string | null;
}

/** A time that a call was sent in vain. */
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
  /** Where counting stopped early, `total` is the least it can be. Only with `q`. */
  readonly total_is_exact: boolean;
  readonly limit: number;
  readonly offset: number;
  /** For the page after this one, whatever is recorded meanwhile; `null` at the end. */
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
