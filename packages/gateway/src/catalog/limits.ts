/**
 * Far above what definitions have (one of the largest real lists has 204 tools in 411 kB), and no more than can be looked at in one go
 * while others wait.
 */
export const MAX_DEFINITION_CHARACTERS = 262_144;

/**
 * How long a list may be kept where a server does not say: one turn of a conversation, so that a client which asks before
 * every question need not fetch it again, and one that never subscribes sees a server that came up late soon enough.
 */
export const DEFAULT_LIST_TTL_MS = 5_000;

/** A day, which is as long as the SDK's client keeps anything. */
export const MAX_LIST_TTL_MS = 86_400_000;

/** Ours hold the name of a list, a hash and a number, which is less than a hundred characters. */
export const MAX_CURSOR_LENGTH = 256;
