import { foldWord } from './fold-word.ts';
import { CJK_VERBS } from './verbs-cjk.ts';
import { FOREIGN_VERBS } from './verbs-foreign.ts';

/** What a verb does to the environment of a tool. */
export type Action = 'read' | 'create' | 'append' | 'update' | 'delete' | 'act';

/** Actions from harmless to grave. An unknown action ranks below overwriting. */
export const ACTIONS_BY_GRAVITY: readonly Action[] = ['read', 'create', 'append', 'act', 'update', 'delete'];

/**
 * A word that can name an action.
 *
 * `noun`: the word also names a thing ("list the *posts*", "get the *update*"), so alone it proves little. `certain`:
 * for a reading verb, it needs no second text if it comes first; for a writing verb, it contradicts a read-only claim.
 */
export interface ActionWord {
  readonly action: Action;
  readonly noun: boolean;
  readonly certain: boolean;
}

/** The action of a word, or nothing for nouns such as "message", "secret" and "terraform". */
export function actionOf(word: string): ActionWord | undefined {
  return LEXICON.get(word);
}

/** Nouns of tools that only report: `debug_state`, `upload_status`, `send_history`. */
export const REPORTING_NOUNS: ReadonlySet<string> = wordSet(
  `availability available capabilities details diagnostics exists health help history info log logs metadata permission
   permissions preview reader schema state stats status statistics summary usage version viewer`,
);

/** Nouns that make even a deleting verb harmless: `delete_preview`, `destroy_plan`. */
export const TENTATIVE_NOUNS: ReadonlySet<string> = wordSet(
  'check candidates estimate impact permission permissions plan policy preview simulation',
);

/**
 * Words that turn the next verb into a question, a trial or a past event: `can_delete`, `preview_delete`,
 * `last_update`.
 */
export const QUALIFIERS: ReadonlySet<string> = wordSet(
  `can could docs documentation draft dry estimate example examples guide help how last latest learn may next pending plan
   planned preview recent should simulate suggest was`,
);

/** Words that join two actions in one name: `find_and_update`. */
export const JOINERS: ReadonlySet<string> = wordSet('and or then');

const LEXICON: ReadonlyMap<string, ActionWord> = new Map([
  // A later entry for a word replaces an earlier one. English comes last, because nearly all names are English.
  ...FOREIGN_VERBS.map(({ form, action }): [string, ActionWord] => [
    foldWord(form),
    { action, noun: false, certain: action !== 'read' },
  ]),
  ...CJK_VERBS.flatMap(({ form, action, certain }): [string, ActionWord][] =>
    action === undefined ? [] : [[form, { action, noun: false, certain }]],
  ),
  ...entries(
    { action: 'read', noun: false, certain: true },
    `get find read describe fetch lookup browse inspect peek whoami summarize summarise analyze analyse compare explain
     retrieve grep explore`,
  ),
  // "Show a dialog" and "verify a domain" may change something, so these verbs need a second text.
  ...entries({ action: 'read', noun: false, certain: false }, 'show validate verify is has'),
  ...entries({ action: 'read', noun: true, certain: true }, 'list search query view check count diff wait ping stat'),

  ...entries({ action: 'create', noun: false, certain: true }, 'create insert upload duplicate clone'),
  ...entries({ action: 'create', noun: true, certain: false }, 'add new copy import download register invite fork tag'),
  ...entries({ action: 'append', noun: false, certain: true }, 'append prepend enqueue'),
  ...entries({ action: 'append', noun: true, certain: false }, 'comment post'),

  ...entries(
    { action: 'update', noun: false, certain: true },
    'edit modify replace rename write overwrite upsert reorder',
  ),
  ...entries({ action: 'update', noun: true, certain: true }, 'update move merge'),
  ...entries({ action: 'update', noun: false, certain: false }, 'put'),
  ...entries({ action: 'update', noun: true, certain: false }, 'set patch change archive'),

  ...entries(
    { action: 'delete', noun: false, certain: true },
    `delete remove destroy purge wipe erase truncate revoke uninstall unlink unpublish deprovision rm drop kill terminate
     expunge clear reset del nuke shred obliterate annihilate eradicate rmdir rmrf killall pkill taskkill dropdb droptable
     mkfs fdisk decommission delist rmtree rimraf deltree flushall flushdb`,
  ),
  ...entries({ action: 'delete', noun: false, certain: false }, 'discard evict flush prune trash'),

  ...entries(
    { action: 'update', noun: false, certain: true },
    'assign unassign restore rollback unarchive chmod chown',
  ),
  ...entries(
    { action: 'act', noun: false, certain: true },
    `send publish install cancel broadcast shutdown poweroff reboot forcepush wiretransfer activate approve attach
     detach ban unban cordon deactivate decline demote deny disable enable dismiss drain drag click press grant kick
     lock unlock mute unmute pause promote provision purchase rebase refund reject reopen reserve restart snooze
     submit subscribe unsubscribe toggle vote withdraw charge manage`,
  ),
  // Also a noun: `deploy_plan`, `last_deploy`.
  ...entries({ action: 'act', noun: true, certain: true }, 'deploy'),
  // Nouns common in tool names, so that a word missing from the lexicon before a reading verb is rarely a verb.
  ...entries(
    { action: 'act', noun: false, certain: false },
    `accept apply authorize bookmark checkout complete configure connect continue convert decrement disconnect
     evaluate eval exec execute favorite fill fix follow generate handle increment invoke launch like login logout
     mark migrate navigate notify park pin push react regenerate reindex repair reply resize resolve resume rotate
     save scale scroll select shuffle simulate sleep sort star stop store swap switch sync train transfer transition
     trigger type unblock unfollow unmark unpin unstar`,
  ),
  ...entries(
    { action: 'act', noun: true, certain: false },
    `block book bump build call close commit deposit export flag forward goto hold load log open order pay play pull record
     release report request review rollout run schedule share start stash step test upgrade watch work`,
  ),
]);

function entries(meaning: ActionWord, words: string): [string, ActionWord][] {
  return [...wordSet(words)].map((word) => [word, meaning]);
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}
