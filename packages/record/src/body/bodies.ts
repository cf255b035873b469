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
  /** How many bytes of JSON are kept; 0 keeps nothing but the size. */
  readonly maxBytes: number;
  readonly redactor: Redactor;
}

/** Makes what goes into calls and comes out of them ready to be stored. Nothing in here throws. */
export interface Bodies {
  readonly of: (value: unknown) => Body;
  /** The beginning of arguments in one line, for a table: `path: "/x", limit: 5`. */
  readonly summary: (value: JsonObject | undefined) => string;
  /** The beginning of a text on its own, such as the message of an error. */
  readonly excerpt: (text: string, maxLength: number) => string;
}

/** How much of what a model reads is kept for counting. */
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
    // What stands in the place of a secret may be longer than the secret.
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
      // Whoever wants to keep nothing of what goes in does not want the beginning of it.
      if (value === undefined || maxBytes === 0) return '';
      try {
        const short = shorten(value);
        return summarize(redactJson(short, JSON.stringify(short), redactor).value);
      } catch {
        // The body says why it cannot be written.
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

/** What a model reads of a result, or an error, that is not kept whole. Arguments are read as the JSON that they are. */
function readableBeside(value: unknown, head: Head | undefined): Pick<Body, 'readable'> {
  if (!isToolResult(value) && !isError(value)) return {};
  const { length } = readableOf(value);
  if (head === undefined) return { readable: { sample: '', length } };
  const shown = readableOf(head.value);
  // What was clipped may end in the first part of a secret.
  const safe = head.safe === undefined ? shown.length : Math.max(0, shown.length - EDGE);
  return { readable: { sample: cutCharacters(shown, Math.min(safe, SAMPLE)), length } };
}

/** Stands for what cannot be written as JSON: something circular, nested too deeply, or no JSON at all. */
function unwritable(error: unknown, maxBytes: number): Body {
  const [reason = ''] = toMessage(error).split('\n');
  const text = JSON.stringify(`[could not be written as JSON: ${reason}]`);
  const bytes = Buffer.byteLength(text);
  return { text: cutBytes(text, maxBytes), bytes, isCut: bytes > maxBytes, redactions: 0 };
}

/** A value without its secrets. */
interface Shown {
  readonly value: unknown;
  readonly json: string;
  readonly redactions: number;
}

/** The beginning of a value without its secrets. */
interface Head extends Shown {
  /** By how many bytes the JSON became longer, or shorter, when the secrets went. */
  readonly growth: number;
  /** How much of `json` may be kept; `undefined` where nothing is missing from it. */
  readonly safe: number | undefined;
}

/**
 * How much more is looked at for secrets than can be kept, and then left out. A secret that lies across the end of what is looked
 * at may not be known by its first part. That part is within the edge, unless the secret is longer than all of that; and
 * those that can be, private keys and quoted values beside their names, are known by their beginning.
 */
export const EDGE: number = 16 * 1024;

/** Takes secrets out of a value whose JSON is at hand. */
function redactJson(value: unknown, json: string, redactor: Redactor): Shown {
  if (!redactor.mayHold(json)) return { value, json, redactions: 0 };
  const { value: shown, count } = redactor.redact(value);
  return { value: shown, json: count === 0 ? json : JSON.stringify(shown), redactions: count };
}

/** Takes secrets out of the beginning of a value that is too long to be kept: pictures first, so that more of the rest is. */
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
