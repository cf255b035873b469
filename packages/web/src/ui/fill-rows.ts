/**
 * Chooses the rows to render in full next. Rows that already are stay so; of the others only a limited number per
 * frame, visible ones before those around them, so that scrolling stays smooth.
 *
 * @example
 * fillRows(new Set(['a']), [{ key: 'a', isInSight: true }, { key: 'b', isInSight: true }], 6) // { ready: {a, b}, isDone: true }
 */
export function fillRows(
  ready: ReadonlySet<string>,
  shown: readonly { readonly key: string; readonly isInSight: boolean }[],
  most: number,
): { readonly ready: ReadonlySet<string>; readonly isDone: boolean } {
  const missing = shown.filter(({ key }) => !ready.has(key));
  const first = [
    ...missing.filter(({ isInSight }) => isInSight),
    ...missing.filter(({ isInSight }) => !isInSight),
  ].slice(0, most);
  const kept = shown.filter(({ key }) => ready.has(key));
  return { ready: new Set([...kept, ...first].map(({ key }) => key)), isDone: missing.length <= most };
}
