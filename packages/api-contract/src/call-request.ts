import * as z from 'zod';
import { mcpObject } from './shared.ts';
import { type ToolCallDetail, toolCallDetailSchema } from './tool-call.ts';

/** What `POST /api/v1/tools/{server}/{tool}/call` takes. */
export interface CallRequest {
  /** As the tool's `inputSchema` wants them. */
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
}

/** What `POST /api/v1/tool-calls/{id}/replay` takes, where it takes anything. */
export interface ReplayRequest {
  /** That a tool which changes something may do so again. */
  readonly confirm?: boolean | undefined;
}

/** The call that was made, as it was recorded. */
export interface CallAnswer {
  readonly tool_call: ToolCallDetail;
}

export const callRequestSchema: z.ZodType<CallRequest> = z.strictObject({ arguments: mcpObject.optional() });

export const replayRequestSchema: z.ZodType<ReplayRequest> = z.strictObject({ confirm: z.boolean().optional() });

export const callAnswerSchema: z.ZodType<CallAnswer> = z.object({ tool_call: toolCallDetailSchema });
