/**
 * A regular expression for a pattern in which `*` is anything; everything else is itself.
 *
 * @example
 * globToRegExp('delete_*').test('delete_note') // true
 */
export function globToRegExp(glob: string): RegExp {
  return new RegExp(
    `^${glob
      .split(/\*+/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    's',
  );
}
