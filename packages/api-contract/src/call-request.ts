import * as z from 'zod';
import type { Shape } from './shape.ts';
import { mcpObject } from './shared.ts';
import { toolCallDetailSchema } from './tool-call.ts';

export const callRequestSchema = z.strictObject({
  /** Must match the tool's `inputSchema`. */
  arguments: mcpObject.optional(),
  /** The user has confirmed this call, which counts as the approval if the policy asks. */
  confirm: z.boolean().optional(),
});

/** The body of `POST /api/v1/tools/{server}/{tool}/call`. */
export type CallRequest = Shape<typeof callRequestSchema>;

export const verifyRequestSchema = z.strictObject({
  /** As in `tools/call`; the tool's name and per-hop keys of `_meta` are ignored. */
  params: mcpObject,
  /** The `Mcp-Param-*` headers that do not repeat an argument. */
  headers: z.record(z.string(), z.string()).optional(),
});

/** The body of `POST /api/v1/tool-calls/{id}/verify`: the parameters to compare with those that were sent. */
export type VerifyRequest = Shape<typeof verifyRequestSchema>;

export const verifyAnswerSchema = z.object({
  /** Whether these parameters have the digest of the call. */
  is_same: z.boolean(),
});

export type VerifyAnswer = Shape<typeof verifyAnswerSchema>;

export const replayRequestSchema = z.strictObject({
  /**
   * The user has confirmed this call: a tool that changes something may run again, and it counts as the approval if the
   * policy asks.
   */
  confirm: z.boolean().optional(),
});

/** The optional body of `POST /api/v1/tool-calls/{id}/replay`. */
export type ReplayRequest = Shape<typeof replayRequestSchema>;

const callReply = z.union([
  z.object({ result: mcpObject }),
  z.object({ error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }) }),
]);

/** Either of the two, as in JSON-RPC. A tool's own failure is a result. */
export type CallReply = Shape<typeof callReply>;

export const callAnswerSchema = z.object({
  /** The recorded call; `null` if it could not be recorded or read back, because the record is off or failing. */
  tool_call: toolCallDetailSchema.nullable(),
  /** The complete reply; the recorded one may be cut and has no secrets. */
  reply: callReply,
});

/** A call that was made. */
export type CallAnswer = Shape<typeof callAnswerSchema>;
