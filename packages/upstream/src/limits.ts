/** Back-off between attempts to connect: the ceiling of the random wait starts here and doubles up to the maximum. */
export const FIRST_BACK_OFF_MS = 500;
export const LONGEST_BACK_OFF_MS = 60_000;

/** A connection that lasted this long was stable: its loss resets the back-off. */
export const STABLE_MS = 30_000;

/**
 * The retry interval for failures that a retry alone cannot fix, such as a missing command. A person may install it
 * meanwhile and expects it to work without a restart; one check a minute costs nothing.
 */
export const FAILED_RETRY_MS = 60_000;

/** How long an aborted attempt may take to report its error and stop what it started, before it is abandoned. */
export const ABORT_GRACE_MS = 2_000;

/** How long closing a connection may delay the next one. Its own deadlines are shorter. */
export const CLOSE_GRACE_MS = 5_000;

/** How long a call waits for a server to reconnect: most reconnect within it, and clients tolerate the delay. */
export const AWAY_PATIENCE_MS = 5_000;

/** After this many unanswered requests in a row, the server counts as hanging. */
export const SILENT_CALLS = 3;

/** The limits of one list. A longer one is useless to a model, and must not exhaust the gateway's memory. */
export const LIST_LIMITS: ListLimits = { pages: 1_000, entries: 20_000, bytes: 64 * 1_024 * 1_024 };

export interface ListLimits {
  readonly pages: number;
  readonly entries: number;
  /** Of the entries as JSON. */
  readonly bytes: number;
}

/** The timeout for one page of a list, and for all pages together. */
export const LIST_SILENCE_MS = 30_000;
export const LIST_DEADLINE_MS = 120_000;

/** The minimum time between fetches of a list: some servers announce a change after every request. */
export const LIST_GAP_MS = 500;

/**
 * After a refetch, a server whose lists change all the time waits this many times as long as processing the last one
 * took, so it gets a twentieth of the gateway's time. The first few changes within a minute are exempt.
 */
export const LIST_GAP_FACTOR = 20;
export const LONGEST_LIST_GAP_MS = 60_000;
export const PROMPT_LISTS = 6;
export const PROMPT_LISTS_MS = 60_000;

/** The minimum time between fetches of lists that expire by `ttlMs`, where 0 is common. */
export const STALE_GAP_MS = 30_000;

/** How many `resources/subscribe` requests run at once. */
export const SUBSCRIBE_BATCH = 8;

/** The most remembered verdicts; a person has tens of servers. */
export const VERDICTS_KEPT = 500;

/** When a verdict expires: a server that learned the newer protocol still answers the older one. */
export const VERDICT_LIFE_MS: number = 7 * 24 * 60 * 60 * 1_000;
