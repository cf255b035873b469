/**
 * The beginning of a text, no longer than so many characters, and with no half of a character of two at its end.
 *
 * @example
 * cutText('no 😀', 4) // 'no '
 */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}
