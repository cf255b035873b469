import { CONFUSABLES_BY_LATIN } from './confusables-table.ts';

/**
 * Pairs of a letter and the Latin one it passes for, which TR 39 lacks or maps to a small capital: "н" looks like "ʜ" to it, and
 * who writes "нelp" means "help".
 */
const FURTHER_PAIRS =
  'вbкkмmнhтtїiԍgЇIҺHԚQӏlβbεeκkτtχxωwԼLႽSքpʟlɢgɴnʀrᴀaᴅdᴇeᴊjᴋkᴍmᴘpᴛtʙbʜhĸkʍm' + 'ɖdɗdøoØOłlŁLđdĐDħhŧtßsƀbʉuɨi';

const LATIN_BY_LOOKALIKE: ReadonlyMap<string, string> = new Map([
  ...Object.entries(CONFUSABLES_BY_LATIN).flatMap(([latin, characters]) =>
    Array.from(characters, (char): [string, string] => [char, latin]),
  ),
  ...Array.from(FURTHER_PAIRS.matchAll(/(.)(.)/gu), ([, other = '', latin = '']): [string, string] => [other, latin]),
]);

/**
 * A text with every letter that only looks Latin replaced by the one it looks like (Unicode TR 39), full-width and styled letters
 * by plain ones, and without accents. It is for comparing, never for showing: text in another alphabet comes out as a jumble.
 *
 * @example
 * toLatin('dеlеtе_nоtе') // 'delete_note', though four of its letters were Cyrillic
 */
export function toLatin(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\P{ASCII}/gu, (char) => LATIN_BY_LOOKALIKE.get(char) ?? char);
}

/** Whether a character passes for a Latin one, as {@link toLatin} reads it. */
export const isLookalike = (char: string): boolean => LATIN_BY_LOOKALIKE.has(char);
