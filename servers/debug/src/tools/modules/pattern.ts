/** A name pattern, in which `*` stands for anything. Without one it looks for the text anywhere, as people expect of a search. */
export function matcher(
  pattern: string,
  options: { readonly caseSensitive: boolean; readonly whole: boolean },
): (name: string) => boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const isWhole = options.whole || parts.length > 1;
  // Lazy runs between fixed texts: no nesting, so nothing that could take for ever.
  const source = isWhole ? `^${parts.join('[^]*?')}$` : parts.join('');
  const expression = new RegExp(source, options.caseSensitive ? 'u' : 'iu');
  return (name) => expression.test(name);
}
