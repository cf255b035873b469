import { type ActionWord, actionOf } from './lexicon.ts';
import { isUnspaced } from './unspaced.ts';
import { FOREIGN_FORMS } from './verbs-foreign.ts';

/** A verb as it stands in a sentence. */
export interface Verb extends ActionWord {
  /** As the lexicon has it. */
  readonly word: string;
  /**
   * `third`: "deletes", which says what the tool does. `base`: "delete", which may as well tell the reader what to do. `gerund`:
   * "deleting". Verbs of other languages count as `third`, because the forms that instruct are mostly the same.
   */
  readonly form: 'base' | 'third' | 'gerund';
}

/** "Lists", "searches", "queries" and "dropping" as the lexicon has them; a word it does not have is nothing. */
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

/** No verb is as long. */
const LONGEST = 24;

function firstKnown(words: readonly string[], form: Verb['form']): Verb | undefined {
  for (const word of words) {
    const meaning = actionOf(word);
    if (meaning !== undefined) return { ...meaning, word, form };
  }
  return undefined;
}
