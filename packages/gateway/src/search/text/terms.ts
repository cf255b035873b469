import { stemmer } from 'stemmer';
import { STOP_WORDS } from './stop-words.ts';
import { partsOf } from './words.ts';

/**
 * What a text is searched by: its words without those that are in every sentence, each by its stem.
 *
 * @example
 * termsOf('Lists all of the directories') // ['list', 'all', 'directori']
 */
export function termsOf(text: string): readonly string[] {
  const terms: string[] = [];
  for (const part of partsOf(text)) {
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

/** Long words are noise: encoded data, or an attempt to make work. */
const MAX_LETTERS = 40;
const ASCII = /^[a-z]+$/;

/** Words repeat, and looking one up takes less time than anything else. */
const MOST_KEPT = 50_000;
const known = new Map<string, string>();

/** Empty for a word that tells nothing. */
function termOf(part: string): string {
  const before = known.get(part);
  if (before !== undefined) return before;
  const word = part.toLowerCase();
  const term = STOP_WORDS.has(word) ? '' : stemOf(word);
  if (known.size >= MOST_KEPT) known.clear();
  // A part of a long text would keep all of it in memory.
  if (part.length <= MAX_LETTERS) known.set(Buffer.from(part).toString(), term);
  return term;
}
