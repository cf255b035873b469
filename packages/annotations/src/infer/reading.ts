import { ACTIONS_BY_GRAVITY, type Action } from './lexicon.ts';

/** What a name or a sentence says its tool does. */
export interface StatedAction {
  readonly action: Action;
  readonly word: string;
  /** Strong enough to contradict a declared hint. */
  readonly certain: boolean;
}

/**
 * What one witness says: an action; `mixed` where the words pull both ways (`get_or_create`); `none` where no word is an
 * action; `maybe-read` where a word of reading may as well be the object of a verb nobody knows (`shuffle_list`).
 */
export type Reading =
  | StatedAction
  | { readonly action: 'mixed' | 'none' }
  | { readonly action: 'maybe-read'; readonly word: string };

export const isStatement = (reading: Reading): reading is StatedAction => 'certain' in reading;

export const isWrite = (reading: Reading): reading is StatedAction => isStatement(reading) && reading.action !== 'read';

export function toStatement({ action, word, certain }: StatedAction): StatedAction {
  return { action, word, certain };
}

/** The one that does most harm. */
export function gravest<Said extends StatedAction>(statements: readonly Said[]): Said | undefined {
  const rank = ({ action }: Said): number => ACTIONS_BY_GRAVITY.indexOf(action);
  return statements.toSorted((a, b) => rank(b) - rank(a))[0];
}
