/**
 * How long to wait before a stream is opened again: what the server asked for, and the more the more often that came to
 * nothing, up to the longest. What it asked for is kept even where that is more.
 *
 * @example
 * retryDelay(10, 3, 1_000) // 80
 */
export function retryDelay(askedMs: number, failures: number, longestMs: number): number {
  return Math.max(askedMs, Math.min(askedMs * 2 ** failures, longestMs));
}
