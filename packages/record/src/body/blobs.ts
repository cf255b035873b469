import { isJsonObject } from '@toolmark/annotations';
import { isToolResult } from './tool-result.ts';

/** Smaller blobs are kept, because replacing them saves nothing. */
const MIN_CHARACTERS = 4 * 1024;

/**
 * Replaces every large image, sound or file in a tool result by a note: `"[1398104 characters of image/png]"`. Returns
 * the same value if there is none.
 */
export function withoutBlobs(value: unknown): unknown {
  if (!isToolResult(value) || !Array.isArray(value['content'])) return value;
  const blocks: readonly unknown[] = value['content'];
  const slim = blocks.map((block) => slimBlock(block));
  return slim.every((block, index) => block === blocks[index]) ? value : { ...value, content: slim };
}

function slimBlock(block: unknown): unknown {
  if (!isJsonObject(block)) return block;
  const { data, resource } = block;
  if (isLarge(data)) return { ...block, data: noteFor(data, block['mimeType']) };
  if (!isJsonObject(resource) || !isLarge(resource['blob'])) return block;
  return { ...block, resource: { ...resource, blob: noteFor(resource['blob'], resource['mimeType']) } };
}

const isLarge = (data: unknown): data is string => typeof data === 'string' && data.length > MIN_CHARACTERS;

function noteFor(data: string, type: unknown): string {
  return `[${data.length} characters of ${typeof type === 'string' && type.length <= 100 ? type : 'data'}]`;
}
