import { toMessage } from '@toolmark/annotations';
import type { JsonObject } from '@toolmark/base';
import type { Body } from '../entry.ts';
import type { Redactor } from '../redact/redactor.ts';
import { readableOf } from '../tokens/readable.ts';
import { withoutBlobs } from './blobs.ts';
import { clip } from './clip.ts';
import { cutBytes, cutCharacters } from './cut.ts';
import { shorten, summarize } from './summary.ts';
import { isError, isToolResult } from './tool-result.ts';

export interface BodiesOptions {
  /** The bytes of JSON to keep; 0 keeps only the size. */
  readonly maxBytes: number;
  readonly redactor: Redactor;
}

/** Prepares arguments and results for storage. Never throws. */
export interface Bodies {
  readonly of: (value: unknown) => Body;
  /** The beginning of the arguments in one line, for tables: `path: "/x", limit: 5`. */
  readonly summary: (value: JsonObject | undefined) => string;
  /** The beginning of a single text, such as an error message. */
  readonly excerpt: (text: string, maxLength: number) => string;
}

/** How much of the readable text is kept for token counting. */
const SAMPLE = 64 * 1024;

/**
 * @example
 * const bodies = createBodies({ maxBytes: 1024, redactor });
 * bodies.of({ path: '/x', token: 'abc' })
 * // { text: '{"path":"/x","token":"[redacted 3 characters]"}', bytes: 47, isCut: false, redactions: 1 }
 */
export function createBodies({ maxBytes, redactor }: BodiesOptions): Bodies {
  const bodyOf = (value: unknown): Body => {
    const text = JSON.stringify(value) ?? 'null';
    const bytes = Buffer.byteLength(text);
    if (maxBytes === 0) return { text: '', bytes, isCut: true, redactions: 0, ...readableBeside(value, undefined) };
    if (bytes > maxBytes) return toCut(value, bytes, redactHead(value, text, maxBytes, redactor));
    const shown = redactJson(value, text, redactor);
    const shownBytes = shown.redactions === 0 ? bytes : Buffer.byteLength(shown.json);
    // A redaction marker may be longer than its secret.
    if (shownBytes > maxBytes) return toCut(value, bytes, { ...shown, growth: shownBytes - bytes, safe: undefined });
    return { text: shown.json, bytes: shownBytes, isCut: false, redactions: shown.redactions };
  };

  const toCut = (value: unknown, bytes: number, head: Head): Body => ({
    text: cutBytes(head.safe === undefined ? head.json : head.json.slice(0, head.safe), maxBytes),
    bytes: bytes + head.growth,
    isCut: true,
    redactions: head.redactions,
    ...readableBeside(value, head),
  });

  return {
    of: (value) => {
      try {
        return bodyOf(value);
      } catch (error) {
        return unwritable(error, maxBytes);
      }
    },
    summary: (value) => {
      // With a limit of 0, the summary is omitted too.
      if (value === undefined || maxBytes === 0) return '';
      try {
        const short = shorten(value);
        return summarize(redactJson(short, JSON.stringify(short), redactor).value);
      } catch {
        // The body has the reason it cannot be serialized.
        return '';
      }
    },
    excerpt: (text, maxLength) => {
      const isLonger = text.length > maxLength + EDGE;
      const shown = redactor.redactText(isLonger ? cutCharacters(text, maxLength + EDGE) : text).text;
      return cutCharacters(isLonger ? shown.slice(0, Math.max(0, shown.length - EDGE)) : shown, maxLength);
    },
  };
}

/** The readable text of a cut result or error. Arguments need none, because they are read as JSON. */
function readableBeside(value: unknown, head: Head | undefined): Pick<Body, 'readable'> {
  if (!isToolResult(value) && !isError(value)) return {};
  const { length } = readableOf(value);
  if (head === undefined) return { readable: { sample: '', length } };
  const shown = readableOf(head.value);
  // The clipped end may be the first part of a secret.
  const safe = head.safe === undefined ? shown.length : Math.max(0, shown.length - EDGE);
  return { readable: { sample: cutCharacters(shown, Math.min(safe, SAMPLE)), length } };
}

/** Replaces values that cannot be serialized: circular, too deeply nested, or not JSON. */
function unwritable(error: unknown, maxBytes: number): Body {
  const [reason = ''] = toMessage(error).split('\n');
  const text = JSON.stringify(`[could not be serialized as JSON: ${reason}]`);
  const bytes = Buffer.byteLength(text);
  return { text: cutBytes(text, maxBytes), bytes, isCut: bytes > maxBytes, redactions: 0 };
}

/** A redacted value. */
interface Shown {
  readonly value: unknown;
  readonly json: string;
  readonly redactions: number;
}

/** The beginning of a redacted value. */
interface Head extends Shown {
  /** How many bytes redaction added or removed. */
  readonly growth: number;
  /** How much of `json` may be kept; `undefined` if it is complete. */
  readonly safe: number | undefined;
}

/**
 * How far beyond the limit secrets are searched. A secret that crosses the end of the searched part may not be
 * recognized by its first part, so this edge is dropped. Secrets that may be longer, private keys and quoted values,
 * are recognized by their beginning.
 */
export const EDGE: number = 16 * 1024;

/** Redacts a value whose JSON is already known. */
function redactJson(value: unknown, json: string, redactor: Redactor): Shown {
  if (!redactor.mayContainSecret(json)) return { value, json, redactions: 0 };
  const { value: shown, count } = redactor.redact(value);
  return { value: shown, json: count === 0 ? json : JSON.stringify(shown), redactions: count };
}

/** Redacts the beginning of a value above the limit. Images are removed first to keep more of the rest. */
function redactHead(value: unknown, json: string, maxCharacters: number, redactor: Redactor): Head {
  const slim = withoutBlobs(value);
  const head = clip(slim, maxCharacters + EDGE);
  const before = slim === value && !head.isClipped ? json : JSON.stringify(head.value);
  const shown = redactJson(head.value, before, redactor);
  return {
    ...shown,
    growth: shown.redactions === 0 ? 0 : Buffer.byteLength(shown.json) - Buffer.byteLength(before),
    safe: head.isClipped ? Math.max(0, shown.json.length - head.closing - EDGE) : undefined,
  };
}
