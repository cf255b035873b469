/** The searched parts of a tool. */
export type Field = 'name' | 'title' | 'description' | 'parameters' | 'parameterTexts' | 'server';

/** The parameters of the ranking. */
export interface Ranking {
  /** The weight of a word by its field. */
  readonly fields: Readonly<Record<Field, number>>;
  /** BM25: `k` saturates repeated words, `b` normalizes the length. */
  readonly k: number;
  readonly b: number;
  /** The weight of a synonym, relative to the word itself. */
  readonly synonym: number;
  /**
   * The same for a longer word with this prefix, and for a similar spelling; only used if no tool has the word itself.
   */
  readonly prefix: number;
  readonly typo: number;
  /** The bonus for a tool whose action matches the query: read, create, delete … */
  readonly intent: number;
  /** The factor for a deprecated tool. */
  readonly deprecated: number;
}

/** Tuned on one half of the labelled questions; `bench/search` reports the quality on both halves. */
export const RANKING: Ranking = Object.freeze({
  fields: { name: 2, title: 1, description: 1, parameters: 0.5, parameterTexts: 0.25, server: 0.5 },
  k: 1.2,
  b: 0.7,
  synonym: 0.5,
  prefix: 0.4,
  typo: 0.4,
  intent: 0.2,
  deprecated: 0.7,
});
