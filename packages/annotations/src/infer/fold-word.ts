import { isLookalike, toLatin } from '../characters/to-latin.ts';

/**
 * A word as the lexicon has it: in small letters, without accents, with Latin letters for those that only look so. A word that has
 * other letters as well stays what it is.
 *
 * @example
 * foldWord('Löschen') // 'loschen'
 * foldWord('dеlete') // 'delete', though its first "е" is Cyrillic
 * foldWord('удалить') // 'удалить'
 */
export function foldWord(word: string): string {
  if (PLAIN.test(word)) return word.toLowerCase();
  const composed = word.normalize('NFKC');
  // Most words in another alphabet have such a letter near their beginning, and folding takes long.
  for (const char of composed) if (isOfAnotherAlphabet(char)) return composed.toLowerCase();
  const latin = toLatin(composed).toLowerCase();
  return PLAIN.test(latin) ? latin : composed.toLowerCase();
}

const PLAIN = /^[A-Za-z]+$/;

/** Letters beyond the blocks of Latin letters, accents among them, that look like none of ours. */
function isOfAnotherAlphabet(char: string): boolean {
  const code = char.codePointAt(0) ?? 0;
  const isLatinOrMark = code < 0x370 || (code >= 0x1e00 && code < 0x1f00);
  // "ё" and "ό" are look-alikes with an accent.
  return !isLatinOrMark && !isLookalike(char) && !isLookalike(char.normalize('NFD').charAt(0));
}
