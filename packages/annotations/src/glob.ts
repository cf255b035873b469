/**
 * A regular expression for a pattern in which `*` matches any text and every other character matches itself. It does
 * not backtrack, so that an untrusted name or a pattern with many stars takes linear time.
 *
 * @example
 * globToRegExp('delete_*').test('delete_note') // true
 */
export function globToRegExp(glob: string): RegExp {
  const [first = '', ...others] = glob.split(/\*+/).map(escapeForRegExp);
  const last = others.pop();
  if (last === undefined) return new RegExp(`^${first}$`, 's');
  // The leftmost match of a part is always good enough. A lookahead is atomic, so it keeps its match, and \1 consumes
  // it.
  const middle = others.map((part, index) => `(?=(.*?${part}))\\${index + 1}`);
  return new RegExp(`^${first}${middle.join('')}.*${last}$`, 's');
}

const escapeForRegExp = (part: string): string => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
