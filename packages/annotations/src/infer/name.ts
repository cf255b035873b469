import { type Action, actionOf, TELLING_NOUNS } from './lexicon.ts';
import { wordsOf } from './words.ts';

/** What a name or a sentence says its tool does. */
export interface StatedAction {
  readonly action: Action;
  readonly word: string;
  /** Strong enough to contradict a declared hint. */
  readonly certain: boolean;
}

/** `mixed` where the words pull both ways (`get_or_create`), `none` where no word is an action. */
export type Reading = StatedAction | { readonly action: 'mixed' | 'none' };

/**
 * Reads the action out of a tool's name, wherever it stands: `create_note`, `breakpoint_set`, `nc_notes_search_notes`.
 *
 * @example
 * readName('get_terraform_secret') // { action: 'read', word: 'get', certain: true }
 */
export function readName(name: string): Reading {
  const words = wordsOf(name);
  // "check in" and "check out" change who holds a document; "check" alone only looks.
  if (/\bcheck (in|out)\b/.test(words.join(' '))) return { action: 'act', word: 'check', certain: false };
  const known = words.flatMap((word) => {
    const meaning = actionOf(word);
    return meaning === undefined ? [] : [{ word, ...meaning }];
  });
  const verbs = known.filter(({ noun }) => !noun);
  const [main] = verbs;
  if (main !== undefined) {
    // After a reading verb the other words are its object, unless one of them can only be a verb itself.
    const alsoWrites = main.action === 'read' && verbs.some(({ action }) => action !== 'read');
    return alsoWrites ? { action: 'mixed' } : { action: main.action, word: main.word, certain: main.certain };
  }
  const telling = words.find((word) => TELLING_NOUNS.has(word));
  const reads = known.some(({ action }) => action === 'read') || telling !== undefined;
  const write = known.find(({ action }) => action !== 'read');
  // Only words that are nouns as well: `copy_list` copies, `share_list` lists. Without more to go on it stays open.
  if (reads && write !== undefined) return { action: 'mixed' };
  if (write !== undefined) return { action: write.action, word: write.word, certain: write.certain };
  if (reads) return { action: 'read', word: known[0]?.word ?? telling ?? '', certain: false };
  return { action: 'none' };
}
