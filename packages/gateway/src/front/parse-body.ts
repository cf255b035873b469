import { createPause, isNestedDeeper, parseInSlices, parseJson, type SliceLimits, yieldTurn } from '@toolmark/base';
import type { Limits } from '@toolmark/config';

/** The JSON of a request, or what is wrong with it. */
export type ParsedBody =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'broken' }
  | { readonly kind: 'beyond'; readonly limit: keyof SliceLimits };

/** What is shorter is read at once: nobody has to wait long for it, whatever is in it. */
const SHORT_BYTES = 64 * 1024;

/** Reads the body of a request. A long one is read in slices and handed on in a turn of its own, so that others get theirs. */
export function parseBody(
  bytes: Buffer,
  { depth, values }: Pick<Limits, 'depth' | 'values'>,
): ParsedBody | Promise<ParsedBody> {
  // Two values take at least three characters.
  if (bytes.length > SHORT_BYTES || bytes.length > values) return parseLong(toText(bytes), { depth, values });
  if (isNestedDeeper(bytes, depth)) return { kind: 'beyond', limit: 'depth' };
  try {
    return { kind: 'value', value: parseJson(toText(bytes)) };
  } catch {
    return { kind: 'broken' };
  }
}

/**
 * Reads a text that is passed on as it is, so that nobody needs the exact digits of its numbers. A long one is read in slices,
 * and only of those the limits count.
 */
export async function parseText(text: string, limits: SliceLimits): Promise<ParsedBody> {
  if (text.length > SHORT_BYTES) return parseLong(text, limits);
  try {
    return { kind: 'value', value: JSON.parse(text) };
  } catch {
    return { kind: 'broken' };
  }
}

async function parseLong(text: string, limits: SliceLimits): Promise<ParsedBody> {
  try {
    const parsed = await parseInSlices(text, { limits, pause: createPause() });
    await yieldTurn();
    return parsed;
  } catch {
    return { kind: 'broken' };
  }
}

/** Some clients write a byte order mark, which is no JSON. */
function toText(bytes: Buffer): string {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.toString('utf8', hasMark ? 3 : 0);
}
