import { isJsonObject } from '@toolmark/annotations';
import type { JsonObject } from '@toolmark/base';

/** Whether a value is a tool result. */
export function isToolResult(value: unknown): value is JsonObject {
  return isJsonObject(value) && (Array.isArray(value['content']) || value['structuredContent'] !== undefined);
}

/** Whether a value is a protocol error. */
export function isError(value: unknown): value is JsonObject {
  return isJsonObject(value) && 'code' in value && typeof value['message'] === 'string';
}
