/**
 * Truncates a text to a number of characters without splitting a surrogate pair.
 *
 * @example
 * cutText('no 😀', 4) // 'no '
 */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}
