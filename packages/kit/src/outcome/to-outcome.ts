import { isJsonObject } from '@toolmark/annotations';
import {
  type ContentBlock,
  fail,
  type InputRequiredResult,
  isOutcome,
  OUTCOME,
  ok,
  type ToolOutcome,
} from './outcome.ts';
import type { ToolResult } from './to-result.ts';

/**
 * The allowed return values of a handler besides plain data. A {@link ToolResult} is accepted, so that existing
 * handlers need no change.
 */
export type HandlerReply<Data> = ToolOutcome<Data> | InputRequiredResult | ToolResult;

/** Converts a handler's return value. Everything unrecognized is data. */
export function toOutcome(value: unknown): ToolOutcome {
  if (isOutcome(value)) return value;
  if (!isJsonObject(value)) return ok(value);
  if (isInputRequired(value)) return { [OUTCOME]: true, kind: 'input_required', result: value };
  if (isToolResult(value)) return fromToolResult(value);
  return ok(value);
}

function isInputRequired(value: object): value is InputRequiredResult {
  return 'resultType' in value && value.resultType === 'input_required';
}

const RESULT_KEYS = new Set(['content', 'structuredContent', 'isError', '_meta', 'resultType']);
const BLOCK_TYPES = new Set(['text', 'image', 'audio', 'resource', 'resource_link']);

/** Only an unambiguous result: no unknown keys, and only block types that MCP defines. */
function isToolResult(value: { readonly [key: string]: unknown }): value is ToolResult & { [key: string]: unknown } {
  const blocks = value['content'];
  if (!Array.isArray(blocks) || blocks.length === 0) return false;
  return Object.keys(value).every((key) => RESULT_KEYS.has(key)) && blocks.every(isBlock);
}

function isBlock(value: unknown): value is ContentBlock {
  return isJsonObject(value) && typeof value['type'] === 'string' && BLOCK_TYPES.has(value['type']);
}

function fromToolResult(result: ToolResult): ToolOutcome {
  const meta = result._meta === undefined ? {} : { _meta: result._meta };
  if (result.isError === true) {
    return { ...fail('FAILED', joinText(result.content), result.structuredContent), ...meta };
  }
  return { [OUTCOME]: true, kind: 'ok', data: result.structuredContent, blocks: result.content, ...meta };
}

function joinText(blocks: readonly ContentBlock[]): string {
  const texts = blocks.map((block) => block['text']).filter((text) => typeof text === 'string');
  return texts.length === 0 ? 'The tool failed without a message.' : texts.join('\n');
}
