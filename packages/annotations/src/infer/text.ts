import { type ActionWord, actionOf } from './lexicon.ts';
import type { Reading } from './reading.ts';

const OPENINGS =
  /^(?:(?:use\s+)?this\s+tool\s+(?:can\s+|will\s+)?(?:to\s+)?|(?:a\s+)?tool\s+(?:to|that|for)\s+|allows?\s+(?:you\s+)?to\s+|use\s+(?:this\s+)?to\s+|(?:permanently|irreversibly|safely|quickly|recursively|completely|securely)\s+)+/i;

/** Long enough for every description seen; a text from the wire can be built to make a reader run for ever. */
const MAX_LENGTH = 4_000;

/**
 * Reads the action out of prose: the imperative a title or a description opens with ("Delete a note", "Lists …"), and
 * whatever else it says that it does besides.
 *
 * @example
 * readText('Permanently deletes a note.') // { action: 'delete', word: 'delete', certain: true }
 */
export function readText(text: string): Reading {
  const [first = '', ...later] = sentencesOf(text);
  const words = first.replace(OPENINGS, '').toLowerCase().match(WORDS) ?? [];
  const opening = verbOf(words[0]);
  const alsoWrites =
    joinsAWrite(words.slice(1)) ||
    [first, ...later].some(saysItWrites) ||
    later.some(opensWithAWrite) ||
    // What stands beyond was not read, so it cannot be vouched for.
    text.length > MAX_LENGTH;
  if (opening === undefined) return alsoWrites ? { action: 'mixed' } : { action: 'none' };
  if (opening.action === 'read' && alsoWrites) return { action: 'mixed' };
  return { action: opening.action, word: opening.word, certain: opening.certain };
}

const WORDS = /\p{L}+|[,;]/gu;

function sentencesOf(text: string): readonly string[] {
  return text
    .slice(0, MAX_LENGTH)
    .trim()
    .split(/(?<=[.!?。])\s+|\n+/);
}

/** "Gets a note and deletes it", "Search, then replace": the second verb counts too. */
function joinsAWrite(words: readonly string[]): boolean {
  return words.some((word, index) => {
    const before = words[index - 1] ?? '';
    const verb = verbOf(word);
    if (verb === undefined || verb.action === 'read') return false;
    // After "and" a word such as "archives" is a verb in its own form only: "comments and posts" are things.
    return JOINING.has(before) && (!verb.noun || verb.word === word);
  });
}

const JOINING = new Set(['and', 'then', 'or', 'also', ',', ';']);

const PASSIVE =
  /\b(?:is|are|gets?|will be|be|being)\s+(?:\w+ly\s+)?(?:deleted|removed|purged|overwritten|replaced|updated|modified|created|marked|archived|moved|consumed|sent|published)\b/i;
const NEGATED = /\b(?:no|not|never|nothing|none|without|cannot|can't|doesn't|isn't|aren't|won't)\b/i;

/** "The job is removed from the queue". A denial counts for its own clause: "No job is lost; the job is removed". */
function saysItWrites(sentence: string): boolean {
  return sentence.split(/[;,]|\bbut\b/i).some((clause) => PASSIVE.test(clause) && !NEGATED.test(clause));
}

/** "… Marks them as read.": a later sentence in the third person says what the tool does; an imperative instructs. */
function opensWithAWrite(sentence: string): boolean {
  const [first = ''] =
    sentence
      .replace(OPENINGS, '')
      .toLowerCase()
      .match(/\p{L}+/u) ?? [];
  const verb = verbOf(first);
  return verb !== undefined && verb.action !== 'read' && verb.word !== first;
}

type Verb = ActionWord & { readonly word: string };

/** "Lists", "searches" and "queries" as the lexicon has them; a word it does not have is nothing. */
function verbOf(word: string | undefined): Verb | undefined {
  if (word === undefined) return undefined;
  for (const form of [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')]) {
    const meaning = actionOf(form);
    if (meaning !== undefined) return { word: form, ...meaning };
  }
  return undefined;
}
