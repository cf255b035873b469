import { isDeepStrictEqual } from 'node:util';
import { parseJson } from '../find-gateway.ts';
import { toSize } from '../text/amounts.ts';
import { renderJson, renderLongText } from '../text/long-text.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Renders a call's result: text as text, JSON in a text as JSON, images and audio as a short description. Anything that
 * is not a tool result is printed as JSON.
 */
export function renderResult(value: unknown, width: number): readonly string[] {
  if (typeof value === 'string') return renderLongText(value, width);
  const content = isObject(value) ? value['content'] : undefined;
  if (!isObject(value) || !Array.isArray(content)) return renderJson(value, width);
  const structured = value['structuredContent'];
  const texts = content.map((block: unknown) => parsedText(block));
  const isSaidAlready = texts.some((text) => isDeepStrictEqual(text, structured));
  const lines = content.flatMap((block: unknown) => renderBlock(block, width));
  return [
    ...(lines.length === 0 && structured === undefined ? ['(empty)'] : lines),
    ...(structured === undefined || isSaidAlready ? [] : ['structuredContent', ...renderJson(structured, width)]),
  ];
}

function renderBlock(block: unknown, width: number): readonly string[] {
  if (!isObject(block)) return renderJson(block, width);
  const { type, text, data, mimeType, uri, name, resource } = block;
  if (type === 'text' && typeof text === 'string') {
    const parsed = parsedText(block);
    return parsed === undefined ? renderLongText(text, width) : renderJson(parsed, width);
  }
  if ((type === 'image' || type === 'audio') && typeof data === 'string') {
    return renderLongText(`[${type} ${String(mimeType)}, ${toSize(Math.floor(data.length * 0.75))}]`, width);
  }
  if (type === 'resource_link') return renderLongText(`[link to ${String(name ?? uri)}: ${String(uri)}]`, width);
  if (type === 'resource' && isObject(resource)) {
    const shown = resource['text'];
    const head = `[resource ${String(resource['uri'])}]`;
    return [...renderLongText(head, width), ...(typeof shown === 'string' ? renderLongText(shown, width) : [])];
  }
  return renderJson(block, width);
}

/** The JSON of a text block; `undefined` if it is prose. A single number or word counts as prose. */
function parsedText(block: unknown): unknown {
  const text = isObject(block) && block['type'] === 'text' ? block['text'] : undefined;
  if (typeof text !== 'string' || !/^\s*[[{]/.test(text)) return undefined;
  return parseJson(text);
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
