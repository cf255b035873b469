import { type Fusion, fuse, type Ranked } from './fuse.ts';
import type { IndexQuery, OwnerIndex } from './semantic-index.ts';
import { toContentWords } from './words.ts';

export interface RankingQuery extends IndexQuery {
  readonly query: string;
  /** The embedding of the query; without it, ranking uses words only. */
  readonly vector: Float32Array | undefined;
  readonly fusion: Fusion;
}

/**
 * The weight of chunks that contain only some words of the query. Paraphrases share a few common words with many notes; a name or
 * a code matches its note with every word. Chosen by R@5 on the labelled set, see SEMANTIC.md.
 */
const SOME_WORDS = 0.3;

/** The chunks that match a query by words and meaning, best first. */
export function rankChunks(index: OwnerIndex, { query, vector, fusion, ...wanted }: RankingQuery): readonly Ranked[] {
  const words = toContentWords(query);
  const byMeaning = { ranking: vector === undefined ? [] : index.byVector(vector, wanted), weight: 1 };
  const some = index.byWords(words, wanted);
  if (fusion === 'dbsf') return fuse(fusion, [{ ranking: some, weight: 1 }, byMeaning]);
  const every = index.byWords(words, { ...wanted, all: true });
  const found = new Set(every.map(({ chunk }) => chunk));
  return fuse(fusion, [
    { ranking: every, weight: 1 },
    { ranking: some.filter(({ chunk }) => !found.has(chunk)), weight: SOME_WORDS },
    byMeaning,
  ]);
}
