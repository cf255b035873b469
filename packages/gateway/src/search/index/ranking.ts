/** The parts of a tool that are searched. */
export type Field = 'name' | 'title' | 'description' | 'parameters' | 'parameterTexts' | 'server';

/** How matches are weighed. */
export interface Ranking {
  /** How much a word counts for, by where it stands. */
  readonly fields: Readonly<Record<Field, number>>;
  /** BM25: how soon more of the same word counts for nothing more, and how much length is held against a tool. */
  readonly k: number;
  readonly b: number;
  /** How much another word for the same thing counts for, beside the word itself. */
  readonly synonym: number;
  /** The same for a longer word that begins so, and for one that is spelt nearly so; only where no tool has the word itself. */
  readonly prefix: number;
  readonly typo: number;
  /** How much more a tool counts for that does what the question asks to be done: reads, creates, deletes … */
  readonly intent: number;
  /** What is left of a tool that calls itself deprecated. */
  readonly deprecated: number;
}

/** Chosen on one half of the labelled questions; `bench/search` shows what it is worth on both. */
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
