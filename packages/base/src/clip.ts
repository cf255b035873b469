/** What of a client's own text is repeated in an error. */
const QUOTED = 128;

/**
 * Somebody else's text, cut so that it fits into a sentence of ours.
 *
 * @example
 * clip('abcdef', 3) // 'abc…'
 */
export function clip(text: string, most: number = QUOTED): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  // Half of a surrogate pair is no character.
  const end = last >= 0xd800 && last <= 0xdbff ? most - 1 : most;
  return `${text.slice(0, end)}…`;
}
