import { actionOf } from './lexicon.ts';
import type { Reading } from './name.ts';

const OPENINGS =
  /^(?:(?:use\s+)?this\s+tool\s+(?:can\s+|will\s+)?(?:to\s+)?|(?:a\s+)?tool\s+(?:to|that|for)\s+|allows?\s+(?:you\s+)?to\s+|use\s+(?:this\s+)?to\s+|(?:permanently|irreversibly|safely|quickly|recursively|completely|securely)\s+)+/i;

/**
 * Reads the action out of prose: the imperative a title or a description opens with ("Delete a note", "Lists …").
 *
 * @example
 * readText('Permanently deletes a note.') // { action: 'delete', word: 'delete', certain: true }
 */
export function readText(text: string): Reading {
  const sentence = firstSentence(text).replace(OPENINGS, '');
  const words = sentence.toLowerCase().match(/\p{L}+/gu) ?? [];
  const [first] = words;
  if (first === undefined) return { action: 'none' };
  const opening = baseForm(first);
  const meaning = opening === undefined ? undefined : actionOf(opening);
  if (opening === undefined || meaning === undefined) return { action: 'none' };
  if (meaning.action === 'read' && joinsAWrite(words)) return { action: 'mixed' };
  return { action: meaning.action, word: opening, certain: meaning.certain };
}

function firstSentence(text: string): string {
  return text.trim().split(/(?<=[.!?。])\s|\n/, 1)[0] ?? '';
}

/** "Gets a note and deletes it", "Search, then replace": the second verb counts too. */
function joinsAWrite(words: readonly string[]): boolean {
  return words.some((word, index) => {
    const before = words[index - 1];
    if (before === undefined || !['and', 'then', 'or', 'also'].includes(before)) return false;
    const base = baseForm(word);
    const meaning = base === undefined ? undefined : actionOf(base);
    return meaning !== undefined && meaning.action !== 'read' && !meaning.noun;
  });
}

/** "Lists", "searches" and "queries" as the lexicon has them; a word it does not have is nothing. */
function baseForm(word: string): string | undefined {
  const forms = [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')];
  return forms.find((form) => actionOf(form) !== undefined);
}
