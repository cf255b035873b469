import { isLookalike, toLatin } from '../characters/to-latin.ts';

/**
 * Normalizes a word for the lexicon: lower case, no accents, Latin letters for their lookalikes. A word that also has
 * letters of another alphabet is returned unchanged.
 *
 * @example
 * foldWord('Löschen') // 'loschen'
 * foldWord('dеlete') // 'delete', though its first "е" is Cyrillic
 * foldWord('удалить') // 'удалить'
 */
export function foldWord(word: string): string {
  if (PLAIN.test(word)) return word.toLowerCase();
  const composed = word.normalize('NFKC');
  // Stop at the first such letter: in most words of another alphabet it comes early, and folding is expensive.
  for (const char of composed) if (isOfAnotherAlphabet(char)) return composed.toLowerCase();
  const latin = toLatin(composed).toLowerCase();
  return PLAIN.test(latin) ? latin : composed.toLowerCase();
}

const PLAIN = /^[A-Za-z]+$/;

/** Whether a character belongs to a non-Latin alphabet and does not look Latin. */
function isOfAnotherAlphabet(char: string): boolean {
  const code = char.codePointAt(0) ?? 0;
  const isLatinOrMark = code < 0x370 || (code >= 0x1e00 && code < 0x1f00);
  // "ё" and "ό" are lookalikes with an accent.
  return !isLatinOrMark && !isLookalike(char) && !isLookalike(char.normalize('NFD').charAt(0));
}
