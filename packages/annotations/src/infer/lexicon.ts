/** What a verb does to the environment of a tool. */
export type Action = 'read' | 'create' | 'append' | 'update' | 'delete' | 'act';

/**
 * What is known of a word that can name an action.
 *
 * `noun`: the word also names a thing ("list the *posts*", "get the *update*"), so alone it proves little.
 * `certain`: a tool that does this and claims to be read-only contradicts itself.
 */
export interface ActionWord {
  readonly action: Action;
  readonly noun: boolean;
  readonly certain: boolean;
}

/** The word's action, or nothing: "message", "secret" and "terraform" are topics, not actions. */
export function actionOf(word: string): ActionWord | undefined {
  return LEXICON.get(word);
}

/** The actions from harmless to grave. Acting on something unknown is taken for less than overwriting it. */
export const ACTIONS_BY_GRAVITY: readonly Action[] = ['read', 'create', 'append', 'act', 'update', 'delete'];

/** Nouns that end the names of tools which only tell: `debug_state`, `get_feed_health`. */
export const TELLING_NOUNS: ReadonlySet<string> = new Set(
  `availability capabilities details diagnostics diff exists health help history info metadata schema state stats status
   statistics summary usage version whoami`.split(/\s+/),
);

const LEXICON: ReadonlyMap<string, ActionWord> = new Map([
  ...entries(
    { action: 'read', noun: false, certain: true },
    'get find read show describe fetch lookup browse inspect peek',
  ),
  ...entries(
    { action: 'read', noun: false, certain: true },
    'goto whoami summarize summarise analyze analyse compare explain',
  ),
  ...entries({ action: 'read', noun: false, certain: true }, 'validate verify retrieve return is has grep explore'),
  ...entries(
    { action: 'read', noun: true, certain: true },
    'list search query view check count diff wait preview ping stat',
  ),

  ...entries({ action: 'create', noun: false, certain: true }, 'create insert upload duplicate clone'),
  ...entries({ action: 'create', noun: true, certain: false }, 'add new copy import download register invite fork tag'),
  ...entries({ action: 'append', noun: false, certain: true }, 'append prepend enqueue'),
  ...entries({ action: 'append', noun: true, certain: false }, 'comment post log'),

  ...entries(
    { action: 'update', noun: false, certain: true },
    'edit modify replace rename write overwrite upsert reorder',
  ),
  ...entries({ action: 'update', noun: false, certain: false }, 'put unarchive assign unassign restore rollback'),
  ...entries({ action: 'update', noun: true, certain: true }, 'update'),
  ...entries({ action: 'update', noun: true, certain: false }, 'set patch move change archive merge'),

  ...entries(
    { action: 'delete', noun: false, certain: true },
    'delete remove destroy purge wipe erase truncate revoke',
  ),
  ...entries({ action: 'delete', noun: false, certain: true }, 'uninstall unlink unpublish deprovision'),
  ...entries({ action: 'delete', noun: false, certain: false }, 'rm drop clear reset kill terminate discard expunge'),

  ...entries({ action: 'act', noun: false, certain: true }, 'send publish deploy install'),
  // Enough of what tools are called in the wild that an unknown verb before a word of reading is rare.
  ...entries(
    { action: 'act', noun: false, certain: false },
    `accept activate apply approve attach authorize ban bookmark cancel charge checkout click complete
     configure connect continue convert cordon deactivate decline decrement demote deny detach disable disconnect dismiss
     drag drain enable evaluate eval exec execute favorite fill follow generate grant handle increment invoke kick launch
     like lock login logout manage mark migrate mute navigate notify park pause pin press promote provision purchase push
     react rebase refund regenerate reindex reject reopen reply reserve resize resolve restart resume rotate save
     scale scroll select shuffle simulate sleep snooze sort star stop submit subscribe switch sync toggle train transfer
     transition trigger type unban unblock unfollow unlock unmark unmute unpin unstar unsubscribe vote withdraw`,
  ),
  ...entries(
    { action: 'act', noun: true, certain: false },
    `block book bump build call close commit deposit export flag forward hold open order pay play pull record release report request
     review rollout run schedule share start stash step load test upgrade watch work`,
  ),
]);

function entries(meaning: ActionWord, words: string): [string, ActionWord][] {
  return words.split(/\s+/).map((word) => [word, meaning]);
}
