/** Back-off between attempts to connect: the ceiling of the random wait starts here and doubles up to the longest. */
export const FIRST_BACK_OFF_MS = 500;
export const LONGEST_BACK_OFF_MS = 60_000;

/** A connection that held this long was a good one: its loss is the first again, and is made up for at once. */
export const STABLE_MS = 30_000;

/**
 * How often something is tried that trying again cannot help by itself, such as a command that is not there. People
 * install it meanwhile and expect it to work without a restart; looking once a minute costs nothing.
 */
export const FAILED_RETRY_MS = 60_000;

/** How long an attempt that was cut short gets to say why and to end what it started, before it is left behind. */
export const ABORT_GRACE_MS = 2_000;

/** How long a connection gets to close before the next one is opened anyway. It has deadlines of its own, all shorter. */
export const CLOSE_GRACE_MS = 5_000;

/** How long a call waits for a server that is being connected: most come back within it, and no model minds. */
export const AWAY_PATIENCE_MS = 5_000;

/** So many requests in a row without an answer in time, and the server is said to hang. */
export const SILENT_CALLS = 3;

/** What one list may come to. More is no list for a model, and must not cost the gateway its memory. */
export const LIST_LIMITS: ListLimits = { pages: 1_000, entries: 20_000, bytes: 64 * 1_024 * 1_024 };

export interface ListLimits {
  readonly pages: number;
  readonly entries: number;
  /** Of the entries as JSON. */
  readonly bytes: number;
}

/** How long one page of a list may be silent, and how long all pages may take together. */
export const LIST_SILENCE_MS = 30_000;
export const LIST_DEADLINE_MS = 120_000;

/** Lists are not asked for again sooner than this, whatever the server announces: some announce after every request. */
export const LIST_GAP_MS = 500;

/**
 * Of a server whose lists change all the time, nothing is asked for again for so many times as long as it took to take the last one
 * in: it gets a twentieth of the gateway. The first few changes within a minute are taken up as soon as they may be, however long the
 * list before was.
 */
export const LIST_GAP_FACTOR = 20;
export const LONGEST_LIST_GAP_MS = 60_000;
export const PROMPT_LISTS = 6;
export const PROMPT_LISTS_MS = 60_000;

/** A list that ran out of its `ttlMs` is fetched again, but not more often than this: `ttlMs: 0` is a usual value. */
export const STALE_GAP_MS = 30_000;

/** How many `resources/subscribe` are under way at once. */
export const SUBSCRIBE_BATCH = 8;

/** How many servers are remembered; a person has tens. */
export const VERDICTS_KEPT = 500;

/** When a verdict is found out anew: a server that learned the newer protocol still answers to the older one. */
export const VERDICT_LIFE_MS: number = 7 * 24 * 60 * 60 * 1_000;
