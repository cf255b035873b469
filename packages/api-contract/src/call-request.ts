import * as z from 'zod';
import { mcpObject } from './shared.ts';
import { type ToolCallDetail, toolCallDetailSchema } from './tool-call.ts';

/** What `POST /api/v1/tools/{server}/{tool}/call` takes. */
export interface CallRequest {
  /** As the tool's `inputSchema` wants them. */
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
  /** The person who makes this call has said yes to it: that answers the question, if the policy asks. */
  readonly confirm?: boolean | undefined;
}

/** What `POST /api/v1/tool-calls/{id}/replay` takes, where it takes anything. */
export interface ReplayRequest {
  /**
   * The person who makes this call has said yes to it: a tool that changes something may do so again, and if the policy asks, that
   * answers the question.
   */
  readonly confirm?: boolean | undefined;
}

/** What `POST /api/v1/tool-calls/{id}/verify` takes: what somebody says was sent. */
export interface VerifyRequest {
  /** As in `tools/call`; the tool's name, and the keys of `_meta` that describe one hop, do not count. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The `Mcp-Param-*` headers that repeated no argument. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface VerifyAnswer {
  /** Whether the digest of the call is of exactly this. */
  readonly is_same: boolean;
}

/** A call that was made. */
export interface CallAnswer {
  /** As it was recorded; `null` where it could not be, or not be read back: while the record is off or failing. */
  readonly tool_call: ToolCallDetail | null;
  /** What came back, in full: what is recorded of it may be cut, and is without secrets. */
  readonly reply: CallReply;
}

/** As in JSON-RPC: one of the two. That a tool failed is in its result. */
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
