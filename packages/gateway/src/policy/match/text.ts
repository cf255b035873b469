import type { Polarity } from './condition.ts';

/**
 * One text in the forms in which it counts. An accent is one character or two, and looks the same: what stops calls is about both,
 * what lets them pass only about the one that was written.
 *
 * @example
 * formsOf('e\u0301', 'strict') // ['é', 'é']: as it came, and composed
 */
export function formsOf(text: string, polarity: Polarity): readonly string[] {
  const composed = polarity === 'strict' ? compose(text) : text;
  return composed === text ? [text] : [text, composed];
}

/** The form that all texts have in common that look the same. */
export const compose = (text: string): string => (COMPOSABLE.test(text) ? text.normalize('NFC') : text);

/** Everything before the first accent of its own is composed already: nearly every text, and a thousand rules ask about it. */
const COMPOSABLE = /[\u0300-\uffff]/;
