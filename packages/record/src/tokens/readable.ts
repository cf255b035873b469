import { isJsonObject } from '@toolmark/annotations';
import type { JsonObject } from '@toolmark/base';

/**
 * The text a model reads of a tool result: the text of its blocks and embedded resources, links as JSON, structured
 * content only without text, and an error's message. Images and other base64 data count nothing.
 *
 * @example
 * readableOf({ content: [{ type: 'text', text: 'Hello' }], structuredContent: { x: 1 } }) // 'Hello'
 */
export function readableOf(result: unknown): string {
  if (result === undefined || result === null) return '';
  if (typeof result === 'string') return result;
  if (!isJsonObject(result)) return toJson(result);
  const { content, structuredContent, message } = result;
  if (content === undefined && structuredContent === undefined)
    return 'code' in result && typeof message === 'string' ? message : toJson(result);
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  const text = blocks
    .map((block) => (isJsonObject(block) ? blockTextOf(block) : ''))
    .filter((part) => part !== '')
    .join('\n');
  return text === '' && structuredContent !== undefined ? toJson(structuredContent) : text;
}

function blockTextOf(block: JsonObject): string {
  const { type, text, resource } = block;
  if (typeof text === 'string') return text;
  if (type === 'resource_link') return toJson(block);
  return type === 'resource' && isJsonObject(resource) && typeof resource['text'] === 'string' ? resource['text'] : '';
}

/** Values nested too deeply to serialize are omitted. */
function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}
