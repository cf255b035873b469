/**
 * Far above real definitions (one of the largest real lists has 204 tools in 411 kB), and small enough to process
 * without blocking others.
 */
export const MAX_DEFINITION_CHARACTERS = 262_144;

/**
 * The cache time of a list without a value: one turn of a conversation. Clients that list before every question need
 * not fetch again, and clients without subscriptions notice a late server soon.
 */
export const DEFAULT_LIST_TTL_MS = 5_000;

/** One day, the maximum of the SDK's client. */
export const MAX_LIST_TTL_MS = 86_400_000;

/** Our cursors contain a list name, a hash and a number, less than a hundred characters. */
export const MAX_CURSOR_LENGTH = 256;
