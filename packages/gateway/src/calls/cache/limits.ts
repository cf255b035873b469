const MIB = 1024 * 1024;

/** Of all results together, as JSON; as values they take a few times as much. */
export const CACHE_BYTES: number = 64 * MIB;
export const CACHE_ENTRIES = 10_000;

/** A result that is longer than this would push out hundreds of others, and is seldom asked for twice. */
export const LARGEST_KEPT_BYTES: number = MIB;

/** How long a call waits for an identical one that is under way. Most answer sooner; a call must not hang with another's. */
export const FOLLOW_MS = 30_000;
