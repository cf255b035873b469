import { pageLoaders } from '../router.ts';

/** The palette's results and commands. Only its field is part of the first load, so that no key press is lost. */
export const loadParts = (): Promise<typeof import('./parts.ts')> => import('./parts.ts');

/** The delay in browsers without `requestIdleCallback`. */
const FALLBACK_MS = 1_000;

/**
 * Loads the palette and all pages when the browser is idle, so that a page opens even while the gateway is down. Returns
 * a function that cancels this.
 */
export function loadWhenIdle(): () => void {
  // A failed load is retried when its part is needed, which reports an error.
  const load = (): void => {
    for (const loadPart of [loadParts, ...pageLoaders()]) void loadPart().catch(() => undefined);
  };
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(load, FALLBACK_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(load);
  return () => cancelIdleCallback(handle);
}
