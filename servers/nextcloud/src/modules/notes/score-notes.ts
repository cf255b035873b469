import type { RawNote } from './notes-api.ts';

export interface FoundNote {
  readonly id: number;
  readonly title: string;
  readonly category: string;
  /** Between 0 and 1. */
  readonly score: number;
}

/** A match in the title weighs more than one in the content. */
const WEIGHTS = { title: 3, category: 1, content: 1 } as const;
const TOTAL = WEIGHTS.title + WEIGHTS.category + WEIGHTS.content;

/**
 * The notes that contain every word of a query, best match first. A query word also matches as a prefix.
 *
 * @example
 * scoreNotes(notes, 'groc') // [{ id: 7, title: 'Groceries', … }]
 */
export function scoreNotes(notes: readonly RawNote[], query: string): readonly FoundNote[] {
  const words = splitWords(query);
  if (words.length === 0) return [];
  return notes
    .map((note) => ({ note, score: scoreOf(note, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || other.note.modified - one.note.modified)
    .map(({ note: { id, title, category }, score }) => ({ id, title, category, score }));
}

function scoreOf(note: RawNote, words: readonly string[]): number {
  const texts = {
    title: splitWords(note.title),
    category: splitWords(note.category),
    content: splitWords(note.content),
  };
  let sum = 0;
  for (const word of words) {
    const found = (Object.keys(WEIGHTS) as readonly (keyof typeof WEIGHTS)[])
      .filter((part) => texts[part].some((each) => each.startsWith(word)))
      .reduce((weight, part) => weight + WEIGHTS[part], 0);
    if (found === 0) return 0;
    sum += found / TOTAL;
  }
  return Math.round((sum / words.length) * 1000) / 1000;
}

const splitWords = (text: string): readonly string[] => text.toLocaleLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
