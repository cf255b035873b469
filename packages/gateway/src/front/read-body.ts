import type { IncomingMessage } from 'node:http';
import {
  createByteCollector,
  createPause,
  isNestedDeeper,
  parseInSlices,
  parseJson,
  type SliceLimits,
  yieldTurn,
} from '@toolmark/base';
import type { Limits } from '@toolmark/config';

/** The JSON of a request body, or why it has none. */
export type ParsedBody =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'broken' }
  | { readonly kind: 'beyond'; readonly limit: keyof SliceLimits };

/** Shorter bodies are parsed at once: parsing them blocks other requests for a short time only, whatever they hold. */
const SHORT_BYTES = 64 * 1024;

/**
 * Receives the body of a request and parses its JSON, within the limits. Stops at the first chunk beyond `limits.bodyBytes`, and calls
 * `onBody` once in any case.
 */
export function readBody(
  request: IncomingMessage,
  limits: Pick<Limits, 'bodyBytes' | 'depth' | 'values'>,
  onBody: (body: ParsedBody | { readonly kind: 'long' }) => void,
): void {
  if (Number(request.headers['content-length']) > limits.bodyBytes) {
    onBody({ kind: 'long' });
    return;
  }
  const bytes = createByteCollector();
  const onData = (chunk: Buffer): void => {
    if (bytes.length() + chunk.length <= limits.bodyBytes) {
      bytes.push(chunk);
      return;
    }
    request.off('data', onData);
    request.off('end', onEnd);
    bytes.take();
    onBody({ kind: 'long' });
  };
  const onEnd = (): void => {
    const parsed = parseBody(bytes.take(), limits);
    if (parsed instanceof Promise) void parsed.then(onBody);
    else onBody(parsed);
  };
  request.on('data', onData);
  request.on('end', onEnd);
}

/** Parses a body. A long one is parsed in slices and passed on in its own turn of the event loop, so that other requests are not blocked. */
export function parseBody(
  bytes: Buffer,
  { depth, values }: Pick<Limits, 'depth' | 'values'>,
): ParsedBody | Promise<ParsedBody> {
  // A body with fewer bytes than `limits.values` cannot hold too many values.
  if (bytes.length > SHORT_BYTES || bytes.length > values) return parseLong(toText(bytes), { depth, values });
  if (isNestedDeeper(bytes, depth)) return { kind: 'beyond', limit: 'depth' };
  try {
    return { kind: 'value', value: parseJson(toText(bytes)) };
  } catch {
    return { kind: 'broken' };
  }
}

/**
 * Parses a text that is relayed unchanged, so the exact digits of its numbers are not needed. A long one is parsed in slices, and the
 * limits apply to long ones only.
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

/** Some clients write a byte order mark, which is not valid JSON. */
function toText(bytes: Buffer): string {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.toString('utf8', hasMark ? 3 : 0);
}
