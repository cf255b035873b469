/**
 * Matches names by a pattern in which `*` matches any text; a pattern without `*` matches anywhere in the name. Not a
 * regular expression, because backtracking over many stars can take exponential time.
 *
 * @example
 * matcher('get*', { caseSensitive: false, whole: false })('GetOrders') // true
 */
export function matcher(
  pattern: string,
  options: { readonly caseSensitive: boolean; readonly whole: boolean },
): (name: string) => boolean {
  const fold = (text: string) => (options.caseSensitive ? text : text.toLowerCase());
  const parts = fold(pattern).split('*');
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  const between = parts.slice(1, -1);
  if (parts.length === 1) return options.whole ? (name) => fold(name) === first : (name) => fold(name).includes(first);
  return (asked) => {
    const name = fold(asked);
    if (!name.startsWith(first) || !name.endsWith(last)) return false;
    let from = first.length;
    for (const part of between) {
      const at = name.indexOf(part, from);
      if (at === -1) return false;
      from = at + part.length;
    }
    return from <= name.length - last.length;
  };
}
