import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long something works without a pause: whoever calls meanwhile does not notice. */
const WORK_MS = 5;

/** Lets everything else have its turn. */
export const giveWay = (): Promise<void> => nextTurn();

/** Says when it is time for others: a promise to wait for, or nothing. */
export type Pause = () => Promise<void> | undefined;

/**
 * Asked after every piece of long work, says when it is time for others. Waiting each time would cost more than the work does.
 *
 * @example
 * const pause = createPause();
 * for (const tool of tools) {
 *   study(tool);
 *   const paused = pause();
 *   if (paused !== undefined) await paused;
 * }
 */
export function createPause(now: () => number = () => performance.now(), way: () => Promise<void> = giveWay): Pause {
  let since = now();
  return () => {
    if (now() - since < WORK_MS) return undefined;
    return way().then(() => {
      since = now();
    });
  };
}
