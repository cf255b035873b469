import { CONFUSABLES_BY_LATIN } from './confusables-table.ts';

/**
 * Pairs of a letter and its Latin lookalike that TR 39 lacks or maps to a small capital: TR 39 maps "н" to "ʜ", but an
 * author of "нelp" means "help".
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
 * Replaces every letter that only looks Latin by its Latin lookalike (Unicode TR 39) and full-width and styled letters
 * by plain ones, and removes accents. Use the result for comparisons, never for display: text in another alphabet
 * becomes unreadable.
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

/** Whether {@link toLatin} replaces this character by a Latin one. */
export const isLookalike = (char: string): boolean => LATIN_BY_LOOKALIKE.has(char);
