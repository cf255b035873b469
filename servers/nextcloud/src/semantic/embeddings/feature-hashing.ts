import { toContentWords } from '../words.ts';
import { type Embedder, toUnitLength } from './embedder.ts';

const DIMENSIONS = 384;
/** Character n-grams match inflected and compound words; they count less than the whole word. */
const GRAM_LENGTHS = [3, 4, 5];
const GRAM_WEIGHT = 0.35;

/**
 * Offline embeddings by feature hashing: words and character n-grams, sublinear term frequency, length 1. It needs no model and finds
 * other forms of the same words, but no synonyms.
 *
 * @example
 * const [vector] = await createFeatureHashing().embed(['Groceries'], signal);
 */
export const createFeatureHashing = (): Embedder => ({
  name: 'feature-hashing-1',
  embed: async (texts) => texts.map(toVector),
});

function toVector(text: string): Float32Array {
  const counts = new Map<string, number>();
  for (const word of toContentWords(text)) {
    count(counts, word);
    const padded = `<${word}>`;
    for (const length of GRAM_LENGTHS)
      for (let at = 0; at + length <= padded.length; at++) count(counts, `#${padded.slice(at, at + length)}`);
  }
  const vector = new Float32Array(DIMENSIONS);
  for (const [feature, times] of counts) {
    const hash = toHash(feature);
    const index = hash % DIMENSIONS;
    // One bit of the hash is the sign, so that collisions cancel out on average.
    const sign = hash & 0x80000000 ? -1 : 1;
    const weight = feature.startsWith('#') ? GRAM_WEIGHT : 1;
    vector[index] = (vector[index] ?? 0) + sign * weight * (1 + Math.log(times));
  }
  return toUnitLength(vector);
}

function count(counts: Map<string, number>, feature: string): void {
  counts.set(feature, (counts.get(feature) ?? 0) + 1);
}

/** FNV-1a with a final mix, 32 bits without sign. */
function toHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
