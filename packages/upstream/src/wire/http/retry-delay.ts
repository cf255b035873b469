/**
 * The delay before a stream is reopened: the server's requested delay, increasing with each failure up to the maximum.
 * A longer requested delay is honoured.
 *
 * @example
 * retryDelay(10, 3, 1_000) // 80
 */
export function retryDelay(askedMs: number, failures: number, longestMs: number): number {
  return Math.max(askedMs, Math.min(askedMs * 2 ** failures, longestMs));
}
