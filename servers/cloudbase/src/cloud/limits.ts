/** What a single request may cost. Every one of these is named in the error that it causes. */
export const LIMITS = {
  /** How long one request may take, repeats included. */
  deadlineMs: 60_000,
  /** How long one PUT of a file or of a part of one may take. */
  uploadMs: 5 * 60_000,
  /** The longest answer. */
  replyBytes: 16 * 1024 * 1024,
  /** How often a request that is safe to repeat is sent. */
  attempts: 4,
  /** Larger files go up in parts of this size. COS takes 10,000 parts. */
  partBytes: 20 * 1024 * 1024,
  maxParts: 10_000,
  /** The most keys that COS deletes by one request. */
  deletedKeys: 1_000,
  /** How long what Tencent said about the environment is used. */
  environmentMs: 60_000,
} as const;
