/** The limits of a single request. Each error names the limit that caused it. */
export const LIMITS = {
  /** The deadline of one request, including retries. */
  deadlineMs: 30_000,
  /** The longest answer that is not a file. */
  replyBytes: 32 * 1024 * 1024,
  /** How often a request that is safe to repeat is sent. */
  attempts: 4,
  /** A longer `Retry-After` is passed on to the caller. */
  retryAfterMs: 10_000,
} as const;
