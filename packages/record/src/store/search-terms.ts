import { err, ok, type Result } from '@toolmark/annotations';

/** A search term: consecutive words, usually one, in any case and with any punctuation between them. */
export interface SearchTerm {
  /** Has at least one word. */
  readonly text: string;
  /** Whether the last word is a prefix. */
  readonly isPrefix: boolean;
}

/** Shorter prefixes match half of all words, and would need a full scan. */
const MIN_PREFIX = 3;

/** A run of text in a script without spaces is one word, where one character means as much as a word elsewhere. */
const WITHOUT_SPACES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u;

/**
 * Parses a search query, or returns what is wrong with it. Every word must occur as a whole, in any order. `word*` is a
 * prefix; words `"in quotes"`, or joined by punctuation as in a path, must be consecutive. Punctuation itself is
 * ignored.
 *
 * @example
 * parseSearch('inv* "quarterly report"')
 * // ok([{ text: 'inv', isPrefix: true }, { text: 'quarterly report', isPrefix: false }])
 */
export function parseSearch(q: string): Result<readonly SearchTerm[], string> {
  const terms: SearchTerm[] = [];
  for (const [whole, quoted] of q.replaceAll('\u0000', ' ').matchAll(/"([^"]*)"?|[^\s"]+/gu)) {
    const prefix = quoted === undefined ? /([\p{L}\p{M}\p{N}_]+)\*+$/u.exec(whole)?.[1] : undefined;
    if (prefix !== undefined && [...prefix].length < MIN_PREFIX && !WITHOUT_SPACES.test(prefix)) {
      return err(`needs at least ${MIN_PREFIX} characters before *`);
    }
    const text = quoted ?? whole;
    if (/[\p{L}\p{N}_]/u.test(text)) terms.push({ text: text.replace(/\*+$/u, ''), isPrefix: prefix !== undefined });
  }
  return terms.length === 0 ? err('has no word to look for') : ok(terms);
}
