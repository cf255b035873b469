import { ACTIONS_BY_GRAVITY, type Action, type ActionWord, actionOf, TELLING_NOUNS } from './lexicon.ts';
import { wordsOf } from './words.ts';

/** What a name or a sentence says its tool does. */
export interface StatedAction {
  readonly action: Action;
  readonly word: string;
  /** Strong enough to contradict a declared hint. */
  readonly certain: boolean;
}

/**
 * `mixed` where the words pull both ways (`get_or_create`), `none` where no word is an action. `maybe-read` where a word of
 * reading may as well be the object of a verb nobody knows: `breakpoint_list` lists, `shuffle_list` does not.
 */
export type Reading =
  | StatedAction
  | { readonly action: 'mixed' | 'none' }
  | { readonly action: 'maybe-read'; readonly word: string };

/**
 * Reads the action out of a tool's name, wherever it stands: `create_note`, `breakpoint_set`, `nc_notes_get_note`.
 *
 * @example
 * readName('get_terraform_secret') // { action: 'read', word: 'get', certain: true }
 */
export function readName(name: string): Reading {
  const words = wordsOf(name);
  // "check in" and "check out" change who holds a document; "check" alone only looks.
  if (/\bcheck (in|out)\b/.test(words.join(' '))) return { action: 'act', word: 'check', certain: false };
  const known = words.flatMap((word, index) => {
    const meaning = actionOf(word);
    return meaning === undefined ? [] : [{ word, index, ...meaning }];
  });
  const [firstVerb, ...laterVerbs] = known.filter(({ noun }) => !noun);
  if (firstVerb !== undefined && firstVerb.action !== 'read') return gravest(firstVerb, known, words);
  if (laterVerbs.some(({ action }) => action !== 'read')) return { action: 'mixed' };
  return readWithoutWritingVerb(words, known);
}

/** "create_or_update_file" may do either, so the graver one counts; in "create_delete_request" the second is a topic. */
function gravest(first: KnownWord, known: readonly KnownWord[], words: readonly string[]): KnownWord {
  const joined = known.find(({ index }) => index === first.index + 2 && ['or', 'and'].includes(words[index - 1] ?? ''));
  if (joined === undefined) return first;
  const isGraver = ACTIONS_BY_GRAVITY.indexOf(joined.action) > ACTIONS_BY_GRAVITY.indexOf(first.action);
  return isGraver ? joined : first;
}

interface KnownWord extends ActionWord {
  readonly word: string;
  readonly index: number;
}

/** Only reading verbs are left, and words that are nouns as well: a first word is a verb, a later one may be its object. */
function readWithoutWritingVerb(words: readonly string[], known: readonly KnownWord[]): Reading {
  const read = known.find(({ action }) => action === 'read');
  const write = known.find(({ action }) => action !== 'read');
  const telling = words.find((word) => TELLING_NOUNS.has(word));
  const readWord = read?.word ?? telling;
  if (readWord === undefined) return write ?? { action: 'none' };
  if (write !== undefined) {
    // "get_update" gets; "copy_list", "list_add" and "set_is_active" could be either.
    const gets = read !== undefined && !read.noun && read.index < write.index;
    return gets && (read.index === 0 || SURE_ANYWHERE.has(read.word)) ? read : { action: 'mixed' };
  }
  if (read !== undefined && (read.index === 0 || SURE_ANYWHERE.has(read.word))) return read;
  return { action: 'maybe-read', word: readWord };
}

/** Verbs that name no thing and no state, so that they read wherever they stand; "read" is a state in "mark_read". */
const SURE_ANYWHERE = new Set(['get', 'describe', 'find']);
