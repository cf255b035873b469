import * as z from 'zod';
import { mcpObject } from './shared.ts';
import { type ToolCallDetail, toolCallDetailSchema } from './tool-call.ts';

/** The body of `POST /api/v1/tools/{server}/{tool}/call`. */
export interface CallRequest {
  /** Must match the tool's `inputSchema`. */
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
  /** The user has confirmed this call, which counts as the approval if the policy asks. */
  readonly confirm?: boolean | undefined;
}

/** The optional body of `POST /api/v1/tool-calls/{id}/replay`. */
export interface ReplayRequest {
  /**
   * The user has confirmed this call: a tool that changes something may run again, and it counts as the approval if the
   * policy asks.
   */
  readonly confirm?: boolean | undefined;
}

/** The body of `POST /api/v1/tool-calls/{id}/verify`: the parameters to compare with those that were sent. */
export interface VerifyRequest {
  /** As in `tools/call`; the tool's name and per-hop keys of `_meta` are ignored. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The `Mcp-Param-*` headers that do not repeat an argument. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface VerifyAnswer {
  /** Whether these parameters have the digest of the call. */
  readonly is_same: boolean;
}

/** A call that was made. */
export interface CallAnswer {
  /** The recorded call; `null` if it could not be recorded or read back, because the record is off or failing. */
  readonly tool_call: ToolCallDetail | null;
  /** The complete reply; the recorded one may be cut and has no secrets. */
  readonly reply: CallReply;
}

/** Either of the two, as in JSON-RPC. A tool's own failure is a result. */
export type CallReply =
  | { readonly result: Readonly<Record<string, unknown>> }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } };

export const callRequestSchema: z.ZodType<CallRequest> = z.strictObject({
  arguments: mcpObject.optional(),
  confirm: z.boolean().optional(),
});

export const verifyRequestSchema: z.ZodType<VerifyRequest> = z.strictObject({
  params: mcpObject,
  headers: z.record(z.string(), z.string()).optional(),
});

export const verifyAnswerSchema: z.ZodType<VerifyAnswer> = z.object({ is_same: z.boolean() });

export const replayRequestSchema: z.ZodType<ReplayRequest> = z.strictObject({ confirm: z.boolean().optional() });

const callReply: z.ZodType<CallReply> = z.union([
  z.object({ result: mcpObject }),
  z.object({ error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }) }),
]);

export const callAnswerSchema: z.ZodType<CallAnswer> = z.object({
  tool_call: toolCallDetailSchema.nullable(),
  reply: callReply,
});
