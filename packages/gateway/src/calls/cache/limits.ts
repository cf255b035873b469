const MIB = 1024 * 1024;

/** Total length of all results as JSON. As values in memory they take a few times as much. */
export const CACHE_BYTES: number = 64 * MIB;
export const CACHE_ENTRIES = 10_000;

/** A longer result would evict hundreds of others, and is rarely requested twice. */
export const LARGEST_KEPT_BYTES: number = MIB;

/** Deadline for waiting on an identical call, so that a call does not hang with another one. */
export const FOLLOW_MS = 30_000;
