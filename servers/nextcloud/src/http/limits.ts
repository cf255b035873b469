/** What a single request may cost. Every one of these is named in the error that it causes. */
export const LIMITS = {
  /** How long one request may take, waiting for it included. */
  deadlineMs: 30_000,
  /** The longest answer that is not a file. */
  replyBytes: 32 * 1024 * 1024,
  /** How often a request that is safe to repeat is sent. */
  attempts: 4,
  /** A longer `Retry-After` is passed on to the caller. */
  retryAfterMs: 10_000,
} as const;
