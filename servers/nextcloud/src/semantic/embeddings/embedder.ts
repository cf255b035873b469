/**
 * Turns texts into vectors of length 1, so that their dot product is the cosine similarity.
 *
 * @example
 * const [vector] = await embedder.embed(['Groceries'], signal);
 */
export interface Embedder {
  /** Identifies model and version. Vectors of another embedder cannot be compared, so a new name embeds everything again. */
  readonly name: string;
  /** One vector for each text, in the same order. */
  readonly embed: (texts: readonly string[], signal: AbortSignal) => Promise<readonly Float32Array[]>;
}

/** The vector scaled to length 1; all zeros stay as they are. */
export function toUnitLength(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const length = Math.sqrt(sum);
  return length === 0 ? vector : vector.map((value) => value / length);
}
