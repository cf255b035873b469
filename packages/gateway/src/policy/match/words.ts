/**
 * @example
 * anyOf(['a', 'b', 'c']) // 'a, b or c'
 */
export const anyOf = (words: readonly string[]): string => join(words, 'or');

export const allOf = (words: readonly string[]): string => join(words, 'and');

export const quote = (text: string): string => `'${clip(text, MAX_NAME)}'`;

/** Never endless, whatever a client or a server calls itself. */
export function clip(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** A clause as a sentence. What begins with a name such as `readOnlyHint` or `$.action` begins with it. */
export function toSentence(clause: string): string {
  const start = /^[a-z]+(?![\w.])/.test(clause) ? clause.slice(0, 1).toUpperCase() + clause.slice(1) : clause;
  return /[.!?…]$/.test(start) ? start : `${start}.`;
}

const MAX_NAME = 100;
/** Nobody reads a longer list. */
const MOST = 8;

function join(words: readonly string[], last: string): string {
  const shown = words.length > MOST ? [...words.slice(0, MOST - 1), `${words.length - MOST + 1} more`] : words;
  if (shown.length < 2) return shown.join('');
  return `${shown.slice(0, -1).join(', ')} ${last} ${shown.at(-1)}`;
}
