import { err, ok, type Result } from '@toolmark/annotations';

/** Something to look for: words that follow one another, mostly one, in whatever letters and with any signs between them. */
export interface SearchTerm {
  /** Has at least one word. */
  readonly text: string;
  /** Whether the last word of it may go on. */
  readonly isBegun: boolean;
}

/** Half of all words begin with the same few letters, and each list of calls would have to be read from end to end. */
const MIN_BEGUN = 3;

/** What is written without spaces is one word from sign to sign: there one character says as much as a word elsewhere. */
const WITHOUT_SPACES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u;

/**
 * What somebody typed who looks for calls, or what is wrong with it. Every word must be there as a whole, in any order. `word*` is
 * the beginning of one; `"in quotes"`, or joined by signs as in a path, words follow one another. Signs themselves are not looked
 * for.
 *
 * @example
 * parseSearch('inv* "quarterly report"')
 * // ok([{ text: 'inv', isBegun: true }, { text: 'quarterly report', isBegun: false }])
 */
export function parseSearch(q: string): Result<readonly SearchTerm[], string> {
  const terms: SearchTerm[] = [];
  for (const [whole, quoted] of q.replaceAll('\u0000', ' ').matchAll(/"([^"]*)"?|[^\s"]+/gu)) {
    const begun = quoted === undefined ? /([\p{L}\p{M}\p{N}_]+)\*+$/u.exec(whole)?.[1] : undefined;
    if (begun !== undefined && [...begun].length < MIN_BEGUN && !WITHOUT_SPACES.test(begun)) {
      return err(`needs at least ${MIN_BEGUN} characters before *`);
    }
    const text = quoted ?? whole;
    if (/[\p{L}\p{N}_]/u.test(text)) terms.push({ text: text.replace(/\*+$/u, ''), isBegun: begun !== undefined });
  }
  return terms.length === 0 ? err('has no word to look for') : ok(terms);
}
