/** A text prepared once for many searches. */
export interface Haystack {
  readonly text: string;
  /** The first letters of its words. */
  readonly initials: string;
}

const MAX = 200;

/**
 * @example
 * toHaystack('Delete Note') // { text: 'delete note', initials: 'dn' }
 */
export function toHaystack(text: string): Haystack {
  const short = text.slice(0, MAX);
  // Split camelCase: `deleteNote` is two words as well.
  const spaced = short.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  const initials = spaced
    .split(SEPARATORS)
    .map(([first = '']) => first)
    .join('');
  return { text: short.toLowerCase(), initials };
}

const SEPARATORS = /[^\p{L}\p{N}]+/u;

/**
 * Scores how well a lowercase word matches a text; 0 for no match. A prefix scores above an inner match, which scores
 * above its letters in order.
 */
export function scoreWord(word: string, { text, initials }: Haystack): number {
  if (word === '') return 1;
  // Of two equal matches the shorter text wins.
  const brevity = 1 - Math.min(text.length, MAX) / (MAX * 2);
  if (text === word) return 100;
  const at = text.indexOf(word);
  if (at === 0) return 80 + brevity;
  if (at > 0) return (isWordStart(text, at) || isWordStart(text, text.indexOf(word, at + 1)) ? 60 : 40) + brevity;
  if (word.length > 1 && initials.startsWith(word)) return 50 + brevity;
  const density = densityOf(word, text);
  return density < MIN_DENSITY ? 0 : 10 + 20 * density + brevity;
}

/** Letters that are farther apart than this do not count as a match. */
const MIN_DENSITY = 0.4;

const isWordStart = (text: string, at: number): boolean => at > 0 && SEPARATORS.test(text[at - 1] ?? '');

/** How densely the letters of a word appear in a text, in order: 1 is adjacent, 0 is not at all. */
function densityOf(word: string, text: string): number {
  if (word.length < 2) return 0;
  let best = 0;
  for (let start = text.indexOf(word[0] ?? ''); start !== -1; start = text.indexOf(word[0] ?? '', start + 1)) {
    const end = endOf(word, text, start);
    if (end === -1) break;
    best = Math.max(best, word.length / (end - start + 1));
  }
  return best;
}

function endOf(word: string, text: string, start: number): number {
  let at = start;
  for (let index = 1; index < word.length; index++) {
    at = text.indexOf(word[index] ?? '', at + 1);
    if (at === -1) return -1;
  }
  return at;
}
