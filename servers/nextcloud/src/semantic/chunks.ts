/** A part of a text, as offsets in UTF-16 units. */
export interface Chunk {
  readonly start: number;
  readonly end: number;
}

const LENGTH = 2_048;
const OVERLAP = 200;
/** Boundaries are searched only in the last part of a chunk, so that chunks do not become too short. */
const EARLIEST_END = LENGTH / 2;

/**
 * Splits a text into chunks of at most 2,048 characters that overlap by about 200, at the end of a paragraph, line, sentence or word.
 *
 * @example
 * splitIntoChunks('Short.') // [{ start: 0, end: 6 }]
 */
export function splitIntoChunks(text: string): readonly Chunk[] {
  const chunks: Chunk[] = [];
  let start = 0;
  while (text.length - start > LENGTH) {
    const end = findEnd(text, start);
    chunks.push({ start, end });
    start = findStart(text, end);
  }
  if (start < text.length || chunks.length === 0) chunks.push({ start, end: text.length });
  return chunks;
}

const BOUNDARIES = [/\n\s*\n/g, /\n/g, /[.!?…]["')\]]*\s/g, /\s/g];

function findEnd(text: string, start: number): number {
  const from = start + EARLIEST_END;
  const part = text.slice(from, start + LENGTH);
  for (const boundary of BOUNDARIES) {
    const last = [...part.matchAll(boundary)].at(-1);
    if (last !== undefined) return from + last.index + last[0].length;
  }
  return keepPair(text, start + LENGTH);
}

/** Starts the overlap after a line, sentence or word, so that its first sentence is complete if possible. */
function findStart(text: string, end: number): number {
  const from = end - OVERLAP;
  const part = text.slice(from, end);
  for (const boundary of BOUNDARIES.slice(1)) {
    const first = [...part.matchAll(boundary)].find(({ index, 0: found }) => index + found.length < part.length);
    if (first !== undefined) return from + first.index + first[0].length;
  }
  return keepPair(text, from);
}

/** Moves a boundary out of a surrogate pair. */
function keepPair(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
