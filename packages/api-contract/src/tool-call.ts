import * as z from 'zod';
import { decisionKinds } from './decision.ts';
import { callModes } from './session.ts';
import type { Shape } from './shape.ts';
import { count, hintName, moment, toolClass } from './shared.ts';
import { toolHintSchema } from './tool.ts';

export const callStatuses = ['running', 'ok', 'error', 'denied', 'expired', 'cancelled', 'interrupted'] as const;

export type CallStatusName = (typeof callStatuses)[number];

export const callDecisionSchema = z.object({
  kind: z.enum(decisionKinds),
  rule: z.string(),
  reason: z.string(),
});

/** Why a call was allowed or not. */
export type CallDecision = Shape<typeof callDecisionSchema>;

const fields = {
  id: z.string(),
  session_id: z.string(),
  /** `null` if no server has the tool. */
  server: z.string().nullable(),
  /** The original name; if no server has it, the name that the client called. */
  tool: z.string(),
  title: z.string(),
  /** The annotations at the time, verbatim; absent if the server sent none. */
  annotations: z.unknown().optional(),
  /** The effective hints at the time; `null` if no server has the tool. */
  effective: z.record(hintName, toolHintSchema).nullable(),
  class: toolClass.nullable(),
  decision: callDecisionSchema.nullable(),
  approval_id: z.string().nullable(),
  /** How often it was sent; `null` while it runs and if it was interrupted, when it is unknown. */
  attempts: count.nullable(),
  cached: z.boolean(),
  status: z.enum(callStatuses),
  error: z
    .object({
      /** The protocol's error code; `null` if the tool itself reported the failure. */
      code: z.int().nullable(),
      message: z.string(),
    })
    .nullable(),
  started_at: moment,
  /** `null` while it runs, and if it is unknown. */
  duration_ms: z.number().min(0).nullable(),
  /** How much of `duration_ms` it waited for a person; absent if nobody was asked about this call. */
  waited_ms: z.number().min(0).optional(),
  metrics: z.object({
    input_tokens: count.nullable(),
    output_tokens: count.nullable(),
    total_tokens: count.nullable(),
    encoding: z.literal('o200k'),
  }),
  era: z.enum(['modern', 'legacy']).nullable(),
  client_name: z.string().nullable(),
  mode: z.enum(callModes),
  /** The beginning of the arguments, for a table row. */
  summary: z.string(),
};

export const callBodySchema = z.object({
  /** The value itself if it was stored completely, else the beginning of its JSON as text. */
  value: z.unknown(),
  /** The length of its JSON in bytes, after secrets were removed. */
  bytes: count,
  /** Whether `value` was cut. */
  is_cut: z.boolean(),
  /** How many secrets were removed before it was stored. */
  redactions: count,
});

/** The recorded arguments or result. */
export type CallBody = Shape<typeof callBodySchema>;

export const toolCallSchema = z.object(fields);

/** One call as a list shows it, without arguments and result. */
export type ToolCall = Shape<typeof toolCallSchema>;

export type CallError = NonNullable<ToolCall['error']>;

/** Token counts of o200k: an estimate for every other model. `null` until they are counted, shortly after the call. */
export type CallMetrics = ToolCall['metrics'];

export const toolCallDetailSchema = z.object({
  ...fields,
  arguments: callBodySchema.nullable(),
  /**
   * Everything else that was sent: other members of `params`, unknown keys of `_meta`, and under `HTTP headers` those
   * that do not repeat an argument. `null` if there was nothing, and for calls of older versions.
   */
  others: callBodySchema.nullable(),
  /**
   * A keyed digest of everything that was sent, if the record is incomplete; otherwise `null`. Use `POST
   * /tool-calls/{id}/verify` to compare parameters with it.
   */
  params_digest: z.string().nullable(),
  /**
   * What was sent in later rounds, in order, after the server asked for input: the answers are in `inputResponses`. The
   * arguments are the same in every round. Empty for most calls, and for calls of older versions.
   */
  rounds: z.array(
    z.object({
      at: moment,
      /** Everything that was sent besides the arguments. */
      others: callBodySchema,
      /** Like that of the call, for this round. */
      params_digest: z.string().nullable(),
    }),
  ),
  /** The complete protocol result or error. `null` while there is none. */
  result: callBodySchema.nullable(),
  principal: z.string(),
  /** The failed attempts before the last one, in order; empty for most calls. */
  attempt_log: z.array(z.object({ at: moment, duration_ms: z.number().min(0), code: z.int(), message: z.string() })),
});

/** `GET /api/v1/tool-calls/{id}`. */
export type ToolCallDetail = Shape<typeof toolCallDetailSchema>;

/** A later round of a call, sent after its server asked for input. */
export type CallRound = ToolCallDetail['rounds'][number];

/** A failed attempt of a call. */
export type CallAttempt = ToolCallDetail['attempt_log'][number];

export const toolCallListSchema = z.object({
  tool_calls: z.array(toolCallSchema),
  total: count,
  /** If counting stopped early, `total` is a minimum. Only with `q`. */
  total_is_exact: z.boolean(),
  limit: count,
  offset: count,
  /** The cursor of the next page, stable while new calls are recorded; `null` at the end. */
  next_cursor: z.string().nullable(),
});

/** `GET /api/v1/tool-calls`: newest first. */
export type ToolCallList = Shape<typeof toolCallListSchema>;
