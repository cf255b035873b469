import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work runs without a pause; other callers do not notice so short a delay. */
const WORK_MS = 5;

/** Yields to other work. */
export const yieldTurn = (): Promise<void> => nextTurn();

/** Returns a promise to await when it is time to yield, otherwise nothing. */
export type Pause = () => Promise<void> | undefined;

/**
 * Call after every piece of long work; it returns a promise when it is time to yield. Waiting every time would cost
 * more than the work itself.
 *
 * @example
 * const pause = createPause();
 * for (const tool of tools) {
 *   study(tool);
 *   const paused = pause();
 *   if (paused !== undefined) await paused;
 * }
 */
export function createPause(now: () => number = () => performance.now(), way: () => Promise<void> = yieldTurn): Pause {
  let since = now();
  return () => {
    if (now() - since < WORK_MS) return undefined;
    return way().then(() => {
      since = now();
    });
  };
}
