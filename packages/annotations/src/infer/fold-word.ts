import { toLatin } from '../characters/to-latin.ts';

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
  const latin = toLatin(word).toLowerCase();
  return PLAIN.test(latin) ? latin : word.normalize('NFKC').toLowerCase();
}

const PLAIN = /^[A-Za-z]+$/;
