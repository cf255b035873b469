/** The limits of the emulator, so that a runaway client cannot exhaust the memory. */
export const LIMITS = {
  bodyBytes: 64 * 1024 * 1024,
  /** The total of all buckets. */
  storedBytes: 256 * 1024 * 1024,
  objectsPerBucket: 20_000,
  documentsPerCollection: 50_000,
  documentBytes: 1024 * 1024,
  collections: 500,
  functions: 200,
  /** Inline packages of functions, as Tencent limits them. */
  functionZipBytes: 50 * 1024 * 1024,
  unpackedBytes: 200 * 1024 * 1024,
  unpackedFiles: 10_000,
  loggedRequests: 1_000,
  pendingLogins: 100,
} as const;
