/**
 * Which rows are shown in full next. Those that were stay so; of the others only so many at once, those in sight before those kept
 * ready around them: what a screenful costs is spread over frames, so that scrolling never stands still for it.
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
