import type { LabelledQuestion } from './labelled-set.ts';

/** The quality of rankings, each the mean over all questions. */
export interface Metrics {
  readonly 'R@1': number;
  readonly 'R@3': number;
  readonly 'R@5': number;
  readonly 'R@10': number;
  readonly MRR: number;
  readonly 'nDCG@10': number;
  readonly MAP: number;
}

/** Rankings are cut here before measuring, as the peer does. */
export const DEPTH = 10;

/**
 * The definitions of mcpproxy-go (`bench/metrics.go`): recall, MRR and MAP by binary relevance, nDCG with linear gain;
 * of the first ten.
 */
export function measure(
  questions: readonly LabelledQuestion[],
  rank: (question: LabelledQuestion) => readonly string[],
): Metrics {
  const each = questions.map((question) => measureOne(rank(question).slice(0, DEPTH), question.relevance));
  const mean = (key: keyof Metrics): number => each.reduce((sum, one) => sum + one[key], 0) / each.length;
  return {
    'R@1': mean('R@1'),
    'R@3': mean('R@3'),
    'R@5': mean('R@5'),
    'R@10': mean('R@10'),
    MRR: mean('MRR'),
    'nDCG@10': mean('nDCG@10'),
    MAP: mean('MAP'),
  };
}

function measureOne(ranked: readonly string[], relevance: ReadonlyMap<string, number>): Metrics {
  const first = ranked.findIndex((id) => relevance.has(id));
  const gains = ranked.map((id) => relevance.get(id) ?? 0);
  const ideal = [...relevance.values()].toSorted((one, other) => other - one).slice(0, DEPTH);
  return {
    'R@1': recallAt(1, ranked, relevance),
    'R@3': recallAt(3, ranked, relevance),
    'R@5': recallAt(5, ranked, relevance),
    'R@10': recallAt(10, ranked, relevance),
    MRR: first === -1 ? 0 : 1 / (first + 1),
    'nDCG@10': discountedGain(gains) / discountedGain(ideal),
    MAP: averagePrecision(ranked, relevance),
  };
}

export function recallAt(most: number, ranked: readonly string[], relevance: ReadonlyMap<string, number>): number {
  return ranked.slice(0, most).filter((id) => relevance.has(id)).length / relevance.size;
}

const discountedGain = (gains: readonly number[]): number =>
  gains.reduce((sum, gain, place) => sum + gain / Math.log2(place + 2), 0);

function averagePrecision(ranked: readonly string[], relevance: ReadonlyMap<string, number>): number {
  let hits = 0;
  let sum = 0;
  for (const [place, id] of ranked.entries()) {
    if (!relevance.has(id)) continue;
    hits += 1;
    sum += hits / (place + 1);
  }
  return sum / relevance.size;
}
