import { type ActionWord, actionOf } from './lexicon.ts';
import { isUnspaced } from './unspaced.ts';
import { FOREIGN_FORMS } from './verbs-foreign.ts';

/** A verb as it occurs in a sentence. */
export interface Verb extends ActionWord {
  /** The form in the lexicon. */
  readonly word: string;
  /**
   * `third`: "deletes", a statement about the tool. `base`: "delete", possibly an instruction to the reader. `gerund`:
   * "deleting". Foreign verbs count as `third`, because their imperative mostly has the same form.
   */
  readonly form: 'base' | 'third' | 'gerund';
}

/** Finds the lexicon entry for "lists", "searches", "queries" or "dropping"; `undefined` for unknown words. */
export function verbIn(word: string | undefined): Verb | undefined {
  if (word === undefined || word.length > LONGEST) return undefined;
  const base = actionOf(word);
  if (base !== undefined) {
    return { ...base, word, form: FOREIGN_FORMS.has(word) || isUnspaced(word) ? 'third' : 'base' };
  }
  if (word.endsWith('s')) return firstKnown([word.slice(0, -1), word.slice(0, -2), `${word.slice(0, -3)}y`], 'third');
  if (word.endsWith('ing')) {
    const stem = word.slice(0, -3);
    return firstKnown([stem, `${stem}e`, stem.slice(0, -1)], 'gerund');
  }
  return undefined;
}

/** No verb is this long. */
const LONGEST = 24;

function firstKnown(words: readonly string[], form: Verb['form']): Verb | undefined {
  for (const word of words) {
    const meaning = actionOf(word);
    if (meaning !== undefined) return { ...meaning, word, form };
  }
  return undefined;
}
