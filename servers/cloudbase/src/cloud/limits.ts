/** The limits of a single request. Each error names the limit that caused it. */
export const LIMITS = {
  /** The deadline of one request, including retries. */
  deadlineMs: 60_000,
  /** The deadline of one PUT of a file or a part. */
  uploadMs: 5 * 60_000,
  /** The maximum size of an answer. */
  replyBytes: 16 * 1024 * 1024,
  /** The maximum number of attempts for a request that is safe to retry. */
  attempts: 4,
  /** Larger files are uploaded in parts of this size. COS accepts 10,000 parts. */
  partBytes: 20 * 1024 * 1024,
  maxParts: 10_000,
  /** The maximum number of keys that COS deletes in one request. */
  deletedKeys: 1_000,
  /** The lifetime of the cached environment. */
  environmentMs: 60_000,
} as const;
