import { isJsonObject } from '@toolmark/annotations';
import type { ContentBlock, InputRequiredResult, ToolFailure, ToolOutcome, ToolSuccess } from './outcome.ts';

/** A `CallToolResult` of MCP. */
export interface ToolResult {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/**
 * The structured content of a failure, beside the text for the model.
 *
 * @example
 * const failed: FailureContent = { success: false, error: { code: 'NOT_FOUND', message: 'There is no note x.' } };
 */
export interface FailureContent {
  readonly success: false;
  readonly error: { readonly code: string; readonly message: string; readonly details?: unknown };
}

/**
 * The metadata key of a failure, `{ code, message, details? }`, for tools with an `outputSchema`.
 *
 * @example
 * const { _meta } = await client.callTool({ name: 'get_note', arguments: { id: 'x' } });
 * _meta?.[FAILURE_META_KEY] // { code: 'NOT_FOUND', message: 'There is no note x.' }
 */
export const FAILURE_META_KEY = 'io.toolmark/error';

/**
 * Converts an outcome to an MCP result. Throws if the data cannot be written as JSON.
 *
 * If failures do not fit the tool's `outputSchema`, they have no structured content, because clients on SDK 1.x
 * validate it even in failures and discard the whole answer (typescript-sdk issue 1943).
 */
export function toResult(
  outcome: ToolOutcome,
  { hasOutputSchema, admits = () => false }: ResultOptions,
): ToolResult | InputRequiredResult {
  switch (outcome.kind) {
    case 'ok':
      return successResult(outcome);
    case 'failed':
      return failureResult(outcome, { hasOutputSchema, admits });
    case 'input_required':
      return outcome.result;
  }
}

export interface ResultOptions {
  readonly hasOutputSchema: boolean;
  /** Whether this failure fits the output schema that clients see. */
  readonly admits?: (failure: FailureContent) => boolean;
}

function successResult(outcome: ToolSuccess): ToolResult {
  const { data, blocks = [], _meta } = outcome;
  const meta = _meta === undefined ? {} : { _meta };
  if (data === undefined && blocks.length > 0) return { content: blocks, ...meta };
  const hasText = blocks.some((block) => block.type === 'text');
  const content = hasText ? blocks : [{ type: 'text', text: outcome.text ?? asText(data) }, ...blocks];
  return { content, structuredContent: asObject(data), ...meta };
}

function failureResult(
  { code, message, details, text, _meta }: ToolFailure,
  { hasOutputSchema, admits }: Required<ResultOptions>,
): ToolResult {
  // Many clients show the model only the text, so it contains everything.
  const lines = [`${code}: ${message}`];
  if (details !== undefined) lines.push(`Details: ${JSON.stringify(details)}`);
  const error: FailureContent['error'] = { code, message, ...(details !== undefined && { details }) };
  const structuredContent = { success: false, error } satisfies FailureContent;
  const meta = hasOutputSchema ? { ..._meta, [FAILURE_META_KEY]: error } : _meta;
  return {
    content: [{ type: 'text', text: text ?? lines.join('\n') }],
    ...((!hasOutputSchema || admits(structuredContent)) && { structuredContent }),
    isError: true,
    ...(meta !== undefined && { _meta: meta }),
  };
}

function asText(data: unknown): string {
  if (data === undefined) return 'Done.';
  if (typeof data === 'string') return data;
  return JSON.stringify(data);
}

/**
 * Up to 2025-11-25 structured content must be an object. SDK 2.x wraps other values as `result` for those clients, SDK
 * 1.x rejects them; wrapping here makes the answer the same everywhere.
 */
function asObject(data: unknown): Readonly<Record<string, unknown>> {
  if (data === undefined) return { success: true };
  return isJsonObject(data) ? data : { result: data };
}
