/**
 * @example
 * anyOf(['a', 'b', 'c']) // 'a, b or c'
 */
export const anyOf = (words: readonly string[]): string => join(words, 'or');

export const allOf = (words: readonly string[]): string => join(words, 'and');

export const quote = (text: string): string => `'${clip(text, MAX_NAME)}'`;

/** Shortens a text; names of clients and servers can be arbitrarily long. */
export function clip(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** Makes a sentence of a clause: capitalizes a leading word, but not a name such as `readOnlyHint` or `$.action`. */
export function toSentence(clause: string): string {
  const start = /^[a-z]+(?![\w.])/.test(clause) ? clause.slice(0, 1).toUpperCase() + clause.slice(1) : clause;
  return /[.!?…]$/.test(start) ? start : `${start}.`;
}

const MAX_NAME = 100;
/** Longer lists are shortened. */
const MAX_LISTED = 8;

function join(words: readonly string[], last: string): string {
  const shown =
    words.length > MAX_LISTED ? [...words.slice(0, MAX_LISTED - 1), `${words.length - MAX_LISTED + 1} more`] : words;
  if (shown.length < 2) return shown.join('');
  return `${shown.slice(0, -1).join(', ')} ${last} ${shown.at(-1)}`;
}
