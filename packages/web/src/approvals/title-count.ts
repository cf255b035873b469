/**
 * Prefixes the window title with the number of waiting calls.
 *
 * @example
 * withCount('(1) Tools · Toolmark', 2) // '(2) Tools · Toolmark'
 */
export function withCount(title: string, count: number): string {
  const plain = title.replace(/^\(\d+\) /, '');
  return count === 0 ? plain : `(${count}) ${plain}`;
}
