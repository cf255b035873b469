/** A chunk that one ranking found, best first. */
export interface Ranked {
  readonly chunk: number;
  /** Larger is better; comparable within one ranking only. */
  readonly score: number;
}

export const FUSIONS = ['rrf', 'dbsf'] as const;
export type Fusion = (typeof FUSIONS)[number];

/** The constant of reciprocal rank fusion; a larger value weakens the preference for the first ranks. */
const RRF_K = 60;

interface WeightedRanking {
  readonly ranking: readonly Ranked[];
  readonly weight: number;
}

/**
 * Merges rankings into one. `rrf` adds 1 / (60 + rank); `dbsf` adds scores that are normalised by mean and deviation of their ranking;
 * both times the weight of the ranking. Scores are relative to the best result, which has 1.
 *
 * @example
 * fuse('rrf', [{ ranking: byWords, weight: 1 }, { ranking: byMeaning, weight: 1 }]) // [{ chunk: 7, score: 1 }, …]
 */
export function fuse(fusion: Fusion, rankings: readonly WeightedRanking[]): readonly Ranked[] {
  const sums = new Map<number, number>();
  for (const { ranking, weight } of rankings) {
    const points = fusion === 'rrf' ? ranking.map((_, rank) => 1 / (RRF_K + rank + 1)) : normalise(ranking);
    for (const [rank, { chunk }] of ranking.entries())
      sums.set(chunk, (sums.get(chunk) ?? 0) + weight * (points[rank] ?? 0));
  }
  const fused = [...sums].map(([chunk, score]) => ({ chunk, score })).toSorted((a, b) => b.score - a.score);
  const best = fused[0]?.score ?? 0;
  return fused.map(({ chunk, score }) => ({ chunk, score: best > 0 ? score / best : 0 }));
}

/** Distribution-based: three deviations below the mean become 0, three above it 1. */
function normalise(ranking: readonly Ranked[]): readonly number[] {
  const scores = ranking.map(({ score }) => score);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const deviation = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length);
  if (deviation === 0) return scores.map(() => 0.5);
  return scores.map((score) => Math.min(1, Math.max(0, (score - mean + 3 * deviation) / (6 * deviation))));
}
