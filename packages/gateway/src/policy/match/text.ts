import type { Polarity } from './condition.ts';

/**
 * The Unicode forms of a text to match. An accented letter may be one character or two and looks the same: `strict` matches both forms,
 * `lenient` only the given one.
 *
 * @example
 * formsOf('e\u0301', 'strict') // ['é', 'é']: as it came, and composed
 */
export function formsOf(text: string, polarity: Polarity): readonly string[] {
  const composed = polarity === 'strict' ? compose(text) : text;
  return composed === text ? [text] : [text, composed];
}

/** The composed form (NFC). */
export const compose = (text: string): string => (COMPOSABLE.test(text) ? text.normalize('NFC') : text);

/** A fast path: text without characters from U+0300 on, as nearly every text, is composed already. */
const COMPOSABLE = /[\u0300-\uffff]/;
