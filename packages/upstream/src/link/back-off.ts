import { FIRST_BACK_OFF_MS, LONGEST_BACK_OFF_MS } from '../limits.ts';

/**
 * The wait before the next attempt: full jitter, so that servers that failed together do not reconnect together.
 *
 * @example
 * backOff(0, Math.random) // up to 0.5 s
 * backOff(3, Math.random) // up to 4 s
 */
export function backOff(failures: number, random: () => number): number {
  return Math.round(random() * Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** failures));
}
