import type { Redactor } from '../redact/redactor.ts';
import { withoutBlobs } from './blobs.ts';
import { clip } from './clip.ts';

/** A value without its secrets. */
export interface Shown {
  readonly value: unknown;
  readonly json: string;
  readonly redactions: number;
}

/** The beginning of a value without its secrets. */
export interface Head extends Shown {
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
export function redactJson(value: unknown, json: string, redactor: Redactor): Shown {
  if (!redactor.mayHold(json)) return { value, json, redactions: 0 };
  const { value: shown, count } = redactor.redact(value);
  return { value: shown, json: count === 0 ? json : JSON.stringify(shown), redactions: count };
}

/** Takes secrets out of the beginning of a value that is too long to be kept: pictures first, so that more of the rest is. */
export function redactHead(value: unknown, json: string, maxCharacters: number, redactor: Redactor): Head {
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
