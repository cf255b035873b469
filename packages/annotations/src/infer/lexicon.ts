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
  ...entries({ action: 'update', noun: false, certain: false }, 'put unarchive assign unassign restore rollback apply'),
  ...entries({ action: 'update', noun: true, certain: true }, 'update'),
  ...entries({ action: 'update', noun: true, certain: false }, 'set patch move change archive merge'),

  ...entries(
    { action: 'delete', noun: false, certain: true },
    'delete remove destroy purge wipe erase truncate revoke',
  ),
  ...entries({ action: 'delete', noun: false, certain: true }, 'uninstall unlink unpublish deprovision'),
  ...entries(
    { action: 'delete', noun: false, certain: false },
    'rm drop clear reset kill terminate discard cancel expunge',
  ),

  ...entries({ action: 'act', noun: false, certain: true }, 'send publish deploy install'),
  ...entries(
    { action: 'act', noun: false, certain: false },
    'continue pause resume stop restart enable disable toggle',
  ),
  ...entries(
    { action: 'act', noun: false, certain: false },
    'login logout connect disconnect sync reindex save push pull',
  ),
  ...entries(
    { action: 'act', noun: false, certain: false },
    'commit checkout manage handle evaluate eval submit grant attach',
  ),
  ...entries({ action: 'act', noun: false, certain: false }, 'execute launch provision generate'),
  ...entries(
    { action: 'act', noun: true, certain: false },
    'run start step load share order call trigger build release',
  ),
  ...entries({ action: 'act', noun: true, certain: false }, 'schedule record reply forward upgrade export open close'),
]);

function entries(meaning: ActionWord, words: string): [string, ActionWord][] {
  return words.split(' ').map((word) => [word, meaning]);
}
