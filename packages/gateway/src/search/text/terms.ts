import { stemmer } from 'stemmer';
import { STOP_WORDS } from './stop-words.ts';
import { splitWords } from './words.ts';

/**
 * The search terms of a text: the stems of its words without stop words.
 *
 * @example
 * termsOf('Lists all of the directories') // ['list', 'all', 'directori']
 */
export function termsOf(text: string): readonly string[] {
  const terms: string[] = [];
  for (const part of splitWords(text)) {
    const term = termOf(part);
    if (term !== '') terms.push(term);
  }
  return terms;
}

/** The stem of a word in lower case. */
export function stemOf(word: string): string {
  const short = word.slice(0, MAX_LETTERS);
  return ASCII.test(short) ? stemmer(short) : short;
}

/** Longer words are noise: encoded data, or an attempt to cause work. */
const MAX_LETTERS = 40;
const ASCII = /^[a-z]+$/;

/** Caches terms, because words repeat. */
const MAX_CACHED = 50_000;
const known = new Map<string, string>();

/** Empty for a stop word. */
function termOf(part: string): string {
  const before = known.get(part);
  if (before !== undefined) return before;
  const word = part.toLowerCase();
  const term = STOP_WORDS.has(word) ? '' : stemOf(word);
  if (known.size >= MAX_CACHED) known.clear();
  // Copied, because a substring would keep the whole text in memory.
  if (part.length <= MAX_LETTERS) known.set(Buffer.from(part).toString(), term);
  return term;
}
