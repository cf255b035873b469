import { ACTIONS_BY_GRAVITY, type Action } from './lexicon.ts';

/** An action stated by a name or a sentence. */
export interface StatedAction {
  readonly action: Action;
  readonly word: string;
  /** Whether the statement is strong enough to contradict a declared hint. */
  readonly certain: boolean;
}

/**
 * The result for one text: an action; `mixed` for conflicting words (`get_or_create`); `none` if no word is an action;
 * `maybe-read` if a reading word may be the object of a verb missing from the lexicon (`shuffle_list`).
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

/** The statement with the most harmful action. */
export function gravest<Said extends StatedAction>(statements: readonly Said[]): Said | undefined {
  const rank = ({ action }: Said): number => ACTIONS_BY_GRAVITY.indexOf(action);
  return statements.toSorted((a, b) => rank(b) - rank(a))[0];
}
