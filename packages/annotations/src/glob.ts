/**
 * A regular expression for a pattern in which `*` is anything; everything else is itself. It never goes back: a name that somebody
 * else chose, and a pattern with many stars, cost no more than their lengths.
 *
 * @example
 * globToRegExp('delete_*').test('delete_note') // true
 */
export function globToRegExp(glob: string): RegExp {
  const [first = '', ...others] = glob.split(/\*+/).map(literally);
  const last = others.pop();
  if (last === undefined) return new RegExp(`^${first}$`, 's');
  // The first place where a part stands is as good as any later one. A lookahead keeps to what it found, and \1 steps over it.
  const middle = others.map((part, index) => `(?=(.*?${part}))\\${index + 1}`);
  return new RegExp(`^${first}${middle.join('')}.*${last}$`, 's');
}

const literally = (part: string): string => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
