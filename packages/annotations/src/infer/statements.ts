import { isDeletion } from './output-shaping.ts';
import { phraseOf } from './phrases.ts';
import type { Sentence } from './sentences.ts';
import { type Verb, verbIn } from './verb-forms.ts';

/**
 * The verb that opens a sentence, after "This tool", adverbs and the like. In a later sentence only a third-person verb
 * or one with a subject counts ("Deletes …", "It will delete …"): an imperative there instructs the reader.
 */
export function openingVerb(sentence: Sentence, isFirst: boolean): Verb | undefined {
  const opening = skipOpening(sentence);
  if (opening.isDenied) return undefined;
  const verb = withPhrase(verbIn(sentence[opening.at]), sentence[opening.at + 1]);
  if (verb !== undefined && verb.form !== 'gerund') {
    return isFirst || verb.form === 'third' || opening.isAsserted ? verb : undefined;
  }
  if (verb !== undefined && (opening.isAsserted || opening.at === 0) && isFirst) return verb;
  return isFirst ? foreignVerbAtEnd(sentence) : undefined;
}

/** Replaces the verb by the phrase it starts: "transfers funds" is more specific than "transfers". */
function withPhrase(verb: Verb | undefined, next: string | undefined): Verb | undefined {
  const phrase = verb === undefined ? undefined : phraseOf(verb.word, next);
  return verb === undefined || phrase === undefined ? verb : { ...verb, ...phrase, word: `${verb.word} ${next}` };
}

/** A deletion stated by a sentence: by its opening verb, by a verb joined to that, or in the passive. */
export function statedDeletion(sentence: Sentence, opening: Verb | undefined): Verb | undefined {
  const { at, isDenied } = skipOpening(sentence);
  if (isDenied) return undefined;
  if (opening !== undefined && isDeletion(opening, sentence, at)) return opening;
  return joinedDeletion(sentence, at, opening) ?? deletionByMeans(sentence) ?? passiveDeletion(sentence);
}

/** Whether a sentence may be about writing: enough to doubt a read-only claim, not enough to contradict it. */
export function hintsAtWrite(sentence: Sentence, isFirst: boolean): boolean {
  const { at } = skipOpening(sentence);
  const opening = verbIn(sentence[at]);
  const opensSo = !isFirst && opening !== undefined && opening.action !== 'read' && opening.form === 'third';
  const joinsSo =
    isFirst &&
    sentence.some((token, index) => {
      if (index <= at || !JOINING.has(sentence[index - 1] ?? '')) return false;
      const verb = verbIn(token);
      // After "and", a word such as "archives" counts only as an inflected verb: "comments and posts" are nouns.
      return (
        verb !== undefined && verb.action !== 'read' && verb.form !== 'gerund' && (!verb.noun || verb.word === token)
      );
    });
  return opensSo || joinsSo || hasPassive(sentence, WRITING_PARTICIPLES, false);
}

/** Whether a sentence opens like "This tool provides documentation": a verb of returning, and text as its object. */
export function returnsGuidance(sentence: Sentence): boolean {
  const verb = sentence.findIndex((token) => TELLING_VERBS.has(token));
  if (verb === -1 || verb > LATEST_VERB || sentence.slice(0, verb).some((token) => verbIn(token) !== undefined))
    return false;
  return sentence.slice(verb + 1, verb + 1 + LATEST_VERB).some((token) => GUIDANCE.has(token));
}

const LATEST_VERB = 10;
const TELLING_VERBS = new Set(
  'provides provide returns return outputs output explains explain guides guide gives renders generates generate'.split(
    ' ',
  ),
);
const GUIDANCE = new Set(
  `boilerplate code diagram documentation docs example examples guidance guide guidelines instructions markdown patterns
   practices prompt prompts recommendations snippet snippets steps string svg template templates text url`.split(/\s+/),
);

interface Opening {
  readonly at: number;
  /** Whether the sentence has a subject or "also", so that the next verb is about the tool. */
  readonly isAsserted: boolean;
  readonly isDenied: boolean;
}

function skipOpening(sentence: Sentence): Opening {
  let at = startOf(sentence);
  let isAsserted = at > 0;
  for (; at < sentence.length; at++) {
    const token = sentence[at] ?? '';
    if (isDenial(sentence, at)) return { at, isAsserted, isDenied: true };
    if (SUBJECTS.has(token)) isAsserted = true;
    else if (token === 'and' || token === ',') {
      if (!isAdverb(sentence[at - 1]) || !isAdverb(sentence[at + 1])) break;
    } else if (!OPENERS.has(token) && !isAdverb(token)) break;
  }
  return { at, isAsserted, isDenied: false };
}

/** "Not only reads but also deletes" and "rows that are no longer needed" are not negations. */
function isDenial(sentence: Sentence, at: number): boolean {
  if (!NEGATIONS.has(sentence[at] ?? '')) return false;
  const next = sentence[at + 1];
  return next !== 'only' && next !== 'longer';
}

/** Skips a leading condition ("When called, deletes the file.") and a leading label ("Warning:"). */
function startOf(sentence: Sentence): number {
  const mark = CONDITIONS.has(sentence[0] ?? '') ? ',' : ':';
  const at = sentence.indexOf(mark);
  if (at === -1 || (mark === ':' && at > 2)) return 0;
  return at + 1;
}

const isAdverb = (token: string | undefined): boolean =>
  token !== undefined && token.length > 4 && token.endsWith('ly') && !NOT_ADVERBS.has(token);
const NOT_ADVERBS = new Set(['apply', 'supply', 'reply', 'multiply', 'assembly', 'family', 'anomaly']);

const SUBJECTS = new Set('this it tool function endpoint command also additionally will'.split(' '));
const OPENERS = new Set(
  `not only use uses used the a an to that which can may allows allow lets let enables enable helps help you us is for please just be by
   operation action method api then safely once optionally automatically`.split(/\s+/),
);
const CONDITIONS = new Set('when if once after before on upon as while'.split(' '));
const NEGATIONS = new Set(
  'no not never nothing none without cannot neither nor cant doesnt isnt arent wont dont nunca nicht kein keine pas jamais не नहीं'.split(
    ' ',
  ),
);

/** In German and Hindi the verb may be last: "Notiz löschen", "नोट हटाएं". */
function foreignVerbAtEnd(sentence: Sentence): Verb | undefined {
  const end = sentence.slice(-3);
  if (sentence.some((token) => NEGATIONS.has(token))) return undefined;
  for (const token of end.toReversed()) {
    const verb = verbIn(token);
    if (verb !== undefined && verb.form === 'third' && verb.word === token) return verb;
  }
  return undefined;
}

const JOINING = new Set(['and', 'then', 'or', 'also', 'but', ',', ';', 'y', 'e', 'und', 'et', 'и', 'और']);
/** Words that begin a clause about something else: "files to move or delete", "a job that runs and deletes". */
const SUBORDINATES = new Set(
  `to that which who whom whose when if before after for so because where can could how whether or without instead via while
   until unless may might should must would as using like such e.g i.e ensures`.split(/\s+/),
);

function joinedDeletion(sentence: Sentence, from: number, opening: Verb | undefined): Verb | undefined {
  for (let at = Math.max(from, 1); at < sentence.length; at++) {
    const before = sentence[at - 1] ?? '';
    if (SUBORDINATES.has(before) || before === ':') return undefined;
    if (!JOINING.has(before)) continue;
    // Continue after the skipped words, so that a text made of commas is scanned only once.
    while (JOINING.has(sentence[at] ?? '') || isAdverb(sentence[at])) at++;
    const verb = verbIn(sentence[at]);
    if (verb === undefined || verb.form === 'gerund') continue;
    const isSameForm = verb.form === 'third' || (opening?.form === 'base' && before !== ',');
    if (isSameForm && isDeletion(verb, sentence, at)) return verb;
  }
  return undefined;
}

/** Matches "Frees space by deleting old files". */
function deletionByMeans(sentence: Sentence): Verb | undefined {
  const at = sentence.indexOf('by') + 1;
  if (at === 0 || sentence.slice(0, at).some((token, index) => SUBORDINATES.has(token) || isDenial(sentence, index)))
    return undefined;
  const verb = verbIn(sentence[at]);
  return verb?.form === 'gerund' && isDeletion(verb, sentence, at) ? verb : undefined;
}

/** Matches "The job is removed from the queue". */
function passiveDeletion(sentence: Sentence): Verb | undefined {
  return hasPassive(sentence, DELETED, true) ? { ...DELETE, form: 'third' } : undefined;
}

const DELETE = { word: 'delete', action: 'delete', noun: false, certain: true } as const;
const AUXILIARIES = new Set(['is', 'are', 'gets', 'get', 'be', 'being']);
const DELETED = new Set('deleted purged destroyed erased wiped'.split(' '));
const WRITING_PARTICIPLES = new Set(
  'deleted removed purged overwritten replaced updated modified created marked archived moved consumed sent published destroyed erased wiped'.split(
    ' ',
  ),
);

/** A negation counts only in its own clause: "No job is lost; the job is removed". */
function hasPassive(sentence: Sentence, participles: ReadonlySet<string>, isStrict: boolean): boolean {
  if (!sentence.some((token) => participles.has(token))) return false;
  let isOpen = true;
  for (const [index, token] of sentence.entries()) {
    if (token === ',' || token === ';' || token === 'but') isOpen = true;
    else if (isDenial(sentence, index) || (isStrict && (SUBORDINATES.has(token) || CONDITIONS.has(token))))
      isOpen = false;
    if (!isOpen || !participles.has(token)) continue;
    const before = isAdverb(sentence[index - 1]) ? index - 2 : index - 1;
    if (AUXILIARIES.has(sentence[before] ?? '')) return true;
  }
  return false;
}
