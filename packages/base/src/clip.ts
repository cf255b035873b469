/** The maximum length of a client's text that an error quotes. */
const MAX_QUOTED_CHARS = 128;

/**
 * Truncates another party's text so that it fits into one of our sentences.
 *
 * @example
 * clip('abcdef', 3) // 'abc…'
 */
export function clip(text: string, most: number = MAX_QUOTED_CHARS): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  // Do not end on half of a surrogate pair.
  const end = last >= 0xd800 && last <= 0xdbff ? most - 1 : most;
  return `${text.slice(0, end)}…`;
}
