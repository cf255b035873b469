import { isJsonObject } from '@toolmark/annotations';
import { isToolResult } from './tool-result.ts';

/** Below, a blob is kept: nothing would be gained. */
const MIN_CHARACTERS = 4 * 1024;

/**
 * A tool's result with a note in place of every large picture, sound or file: `"[1398104 characters of image/png]"`. The same value
 * where it has none.
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
