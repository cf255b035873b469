import { type ActionWord, actionOf } from './lexicon.ts';
import { phraseOf } from './phrases.ts';

/**
 * The action in a compound of a verb and its object: `deletenote`, `notedelete`, `transferfunds`. Both parts must be
 * known words, so that "dropdown", "resettable" and "killer" do not match.
 *
 * @example
 * actionInCompound('deletenote') // the action of "delete"
 */
export function actionInCompound(word: string): ActionWord | undefined {
  if (word.length < SHORTEST || word.length > LONGEST || !/^[a-z]+$/.test(word)) return undefined;
  for (let at = 2; at <= word.length - 2; at++) {
    const [left, right] = [word.slice(0, at), word.slice(at)];
    const phrase = phraseOf(left, right);
    if (phrase?.certain === true) return phrase;
    const verb = isObject(right) ? left : isObject(left) ? right : undefined;
    const meaning = verb === undefined || verb.length < 3 ? undefined : actionOf(verb);
    // "postnote" and "datasets" are ambiguous, so compounds allow only verbs that are not also nouns.
    if (meaning !== undefined && !meaning.noun && meaning.certain && meaning.action !== 'read') return meaning;
  }
  return undefined;
}

const SHORTEST = 6;
const LONGEST = 40;

const isObject = (word: string): boolean => OBJECTS.has(word) || (word.endsWith('s') && OBJECTS.has(word.slice(0, -1)));

/** Things that tools act on. */
const OBJECTS: ReadonlySet<string> = new Set(
  `account all app backup bak base blob board bot branch bucket cache calendar card cert channel chat cluster collection
   comment commit config contact container content cookie customer cron data database dataset db deployment device dir
   directory disk dns doc document domain drive email entity entry env environment event everything field file flag folder
   forever fs group history host image index instance invoice issue item it job key label lead line list log mail member
   message model namespace node note object order org package page partition password payment permission pod policy post
   process product profile project queue record repo repository resource role route row rule run schema script secret
   server service session set sheet site snapshot space stack store stream sub subscription table tag task team tenant test
   text thread ticket todo token topic tree trigger user value var version video vm volume webhook workflow workspace`.split(
    /\s+/,
  ),
);
