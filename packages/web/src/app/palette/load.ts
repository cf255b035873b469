/** What the palette finds and does. Only its field is part of the first load, so that it takes what is typed from the first key. */
export const loadParts = (): Promise<typeof import('./parts.ts')> => import('./parts.ts');

/** Where a browser does not tell when it is idle. */
const FALLBACK_MS = 1_000;

/** Loads the palette's parts once the page has nothing better to do. Returns how to call it off. */
export function loadWhenIdle(): () => void {
  // What cannot be loaded now is tried again when it is opened, which says so.
  const load = (): void => void loadParts().catch(() => undefined);
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(load, FALLBACK_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(load);
  return () => cancelIdleCallback(handle);
}
