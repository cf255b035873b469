import type { TextMark } from '@toolmark/api-contract';

/**
 * Marks words in a JSON text that mix Latin letters with look-alikes of other alphabets, or consist of imitated Latin letters, such as
 * `dеlete` with a Cyrillic е. Words in one alphabet get no mark.
 *
 * @example
 * lookalikeMarks('"d\u0435lete"') // [{ start: 1, end: 7, kind: 'lookalike' }]
 */
export function lookalikeMarks(json: string): readonly TextMark[] {
  if (!SIMILAR.test(json)) return [];
  const marks: TextMark[] = [];
  for (const { 0: word, index } of json.matchAll(WORDS)) {
    if (word.startsWith('\\')) continue;
    if (IMITATED.test(word) || (LATIN.test(word) && SIMILAR.test(word)))
      marks.push({ start: index, end: index + word.length, kind: 'lookalike' });
  }
  return marks;
}

/** Letters that imitate Latin ones: full-width and mathematical letters. */
const IMITATED = /[\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}]/u;
const SIMILAR =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}]/u;
const LATIN = /[A-Za-z\u00c0-\u024f]/;
/** Matches escapes separately, since they are not part of the following word. */
const WORDS = /\\(?:u[0-9a-fA-F]{4}|.)|[\p{L}\p{M}\p{N}_]+/gu;
