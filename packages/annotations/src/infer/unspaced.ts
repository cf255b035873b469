import { CJK_VERBS } from './verbs-cjk.ts';

/**
 * Splits Chinese, Japanese or Korean text at known verbs, because it has no spaces or variable endings. The text
 * between verbs stays in one piece; a word in another script is returned unchanged.
 *
 * @example
 * segment('删除笔记') // ['删除', '笔记']
 * segment('已删除') // ['已删除']: "deleted" describes a thing
 */
export function segment(word: string): readonly string[] {
  if (!UNSPACED.test(word)) return [word];
  const parts: string[] = [];
  let rest = 0;
  for (let at = 0; at < word.length; ) {
    const known = longestAt(word, at);
    if (known === undefined) {
      at++;
      continue;
    }
    if (rest < at) parts.push(word.slice(rest, at));
    parts.push(known);
    at += known.length;
    rest = at;
  }
  if (rest < word.length) parts.push(word.slice(rest));
  return parts;
}

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** Whether a text uses a script without spaces or with variable endings. */
export const isUnspaced = (text: string): boolean =>
  text.charCodeAt(text.length - 1) > LAST_LATIN && UNSPACED.test(text);

/** A fast check by the last letter: this runs for every word of every description, and nearly all are Latin. */
const LAST_LATIN = 0x24f;

/** Indexed by first character; longest first, so that "已删除" matches before "删除". */
const KNOWN = Map.groupBy(
  CJK_VERBS.map(({ form }) => form).toSorted((a, b) => b.length - a.length),
  (form) => form.charAt(0),
);

function longestAt(word: string, at: number): string | undefined {
  return KNOWN.get(word.charAt(at))?.find((form) => word.startsWith(form, at));
}
