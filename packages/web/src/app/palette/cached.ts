/**
 * A value that is fetched on demand and cached for a time. Failures are not cached.
 *
 * @example
 * const tools = createCached(() => get<ToolList>('/tools'), 30_000);
 */
export function createCached<T>(
  fetcher: () => Promise<T>,
  lastsMs: number,
  now: () => number = Date.now,
): () => Promise<T> {
  let kept: { readonly value: Promise<T>; readonly at: number } | undefined;
  return () => {
    if (kept !== undefined && now() - kept.at < lastsMs) return kept.value;
    const mine = { value: fetcher(), at: now() };
    kept = mine;
    mine.value.catch(() => {
      if (kept === mine) kept = undefined;
    });
    return mine.value;
  };
}
