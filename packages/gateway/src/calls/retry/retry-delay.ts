/** Delay before the second attempt; it doubles with each further one. */
const FIRST_MS = 200;
const LONGEST_MS = 5_000;
/** Spreads the retries of calls that failed together. */
const JITTER = 0.25;

/**
 * The delay after this many failed attempts: exponential backoff with jitter.
 *
 * @example
 * retryDelay(1, Math.random) // 150 to 250 ms
 * retryDelay(3, Math.random) // 600 to 1000 ms
 */
export function retryDelay(failures: number, random: () => number): number {
  const ms = FIRST_MS * 2 ** (failures - 1) * (1 - JITTER + 2 * JITTER * random());
  return Math.min(LONGEST_MS, Math.round(ms));
}
