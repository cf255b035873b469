import type { Sentence } from './sentences.ts';
import type { Verb } from './verb-forms.ts';

/**
 * Whether a verb in a sentence deletes something that existed before the call. "Removes", "clears", "resets", "drops"
 * and "truncates" may only shape the result ("removes duplicates from the result"), so they need a persistent object.
 */
export function isDeletion(verb: Verb, sentence: Sentence, at: number): boolean {
  if (verb.action !== 'delete' || !verb.certain) return false;
  if (!SOFT_VERBS.has(verb.word)) return true;
  const object = sentence.slice(at + 1, at + 1 + OBJECT_WINDOW);
  return object.some((word) => LASTING.has(word)) && !object.some((word) => RETURNED.has(word));
}

/** Whether the start of a sentence names something persistent rather than a returned text. */
export function hasLastingObject(sentence: Sentence): boolean {
  const start = sentence.slice(0, OPENING_WINDOW);
  return start.some((word) => LASTING.has(word)) && !start.some((word) => RETURNED.has(word));
}

/**
 * Whether a verb in a name only shapes or generates the result: `remove_background`, `create_completion`,
 * `embeddings_create`.
 */
export function shapesOutput(verb: string, name: readonly string[], at: number): boolean {
  if (verb === 'create') return name.some((word) => GENERATED.has(word));
  return SOFT_VERBS.has(verb) && SHAPED.has(name[at + 1] ?? '');
}

/** Objects of `create` that exist only in the result. */
const GENERATED = new Set('completion completions embedding embeddings query snippet diagram'.split(' '));
const SOFT_VERBS = new Set('remove clear reset drop truncate kill terminate'.split(' '));
const OBJECT_WINDOW = 7;
const OPENING_WINDOW = 12;

const LASTING = new Set(
  `account accounts app backup backups board branch branches card channels comment comments bucket buckets calendar cache channel cluster clusters collection collections
   container containers contact contacts data database databases db device directory disk document documents domain email
   emails environment event events everything file files folder folders group history image images index indexes instance issue
   invoice item items job jobs key keys list member members mail mails meeting money funds payment message messages sms namespace node nodes note notes object objects order package
   page pages partition post pipeline permission permissions pod pods process processes project projects queue record records repository
   resource resources role row rows schema secret secrets server service session snapshot stack storage store table tables tag
   tags task tasks team tenant ticket token tokens topic user users vm volume volumes webhook workflow workspace`.split(
    /\s+/,
  ),
);
const RETURNED = new Set(
  'output outputs response responses result results returned html text markdown duplicates whitespace string strings'.split(
    ' ',
  ),
);
const SHAPED = new Set(
  `accents ansi background backgrounds base bg color colors diacritics duplicates dupes emojis extension formatting html markup
   markdown noise nulls outliers punctuation prefix silence spaces stopwords stop string suffix text vocals watermark watermarks
   whitespace`.split(/\s+/),
);
