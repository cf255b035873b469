/** Time for a person to answer a question before it counts as dismissed: enough to look something up. */
export const ANSWER_MS = 300_000;

/** Window in which the questions of a server are collected, so that they reach the client together. */
export const QUESTION_WINDOW_MS = 5;

/** Grace period for a server that received `cancel` to end its call itself. */
export const DISMISSAL_GRACE_MS = 1_000;

/** Limit of calls that wait for answers of one principal. No person answers more, and each keeps a call open at its server. */
export const PARKED_PER_PRINCIPAL = 64;
export const PARKED_IN_TOTAL = 512;

/** The same for one server: a share of its default concurrency, so that other calls get through meanwhile. */
export const PARKED_PER_SERVER = 16;

/** Limit of open questions in one call. A server that asks more is broken or malicious. */
export const QUESTIONS_PER_CALL = 16;

/** Limit of rounds in which a 2026-07-28 server may ask for input during one call of an older client. */
export const ROUNDS_PER_CALL = 16;

/** Backoff before a call is sent again to a server that asked for another round without questions. It doubles each round. */
export const FIRST_ROUND_PAUSE_MS = 100;
export const LONGEST_ROUND_PAUSE_MS = 5_000;

/** Deadline for a call that waits for its turn at a server that asks questions. */
export const TURN_WAIT_MS = 60_000;
export const TURNS_WAITING = 256;

/** Clients take turns at a server for this long after its last question. */
export const TURNS_MS = 600_000;

/** A question this soon after a reply may still belong to that request. Each change of turns waits for it, so it is short. */
export const AFTERTHOUGHT_MS = 1_000;

/** A question may belong to a request that was cancelled or timed out for this long. No client waits for it. */
export const ABANDONED_MS = 30_000;

/** Limit of remembered web pages that clients were sent to and whose server has not reported completion. The oldest are dropped. */
export const PAGES_REMEMBERED = 1_000;

/** Longest id of such a page: ids are kept in memory. */
export const PAGE_ID_LENGTH = 256;
