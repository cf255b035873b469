/** How long a person has to answer a question before it counts as dismissed: long enough to look something up. */
export const ANSWER_MS = 300_000;

/** Questions that a server asks at once arrive within this and reach the client together. */
export const QUESTION_WINDOW_MS = 5;

/** How long a server that was told `cancel` gets to end its call by itself. */
export const DISMISSAL_GRACE_MS = 1_000;

/** Calls of one principal that wait for answers. Nobody answers more; each keeps a call open at its server. */
export const PARKED_PER_PRINCIPAL = 64;
export const PARKED_IN_TOTAL = 512;

/** Of them at one server: a share of the calls it takes at once by default, so that others get through while people think. */
export const PARKED_PER_SERVER = 16;

/** Questions open at once in one call. A server that asks more is broken, or asks for the sake of asking. */
export const QUESTIONS_PER_CALL = 16;

/** How often a server of 2026-07-28 may ask for input in one call of an older client. */
export const ROUNDS_PER_CALL = 16;

/** The first wait before a call is sent again to a server that wants no input, only some time. It doubles each round. */
export const FIRST_ROUND_PAUSE_MS = 100;
export const LONGEST_ROUND_PAUSE_MS = 5_000;

/** How long a call waits until the calls of other clients have left a server that asks questions. */
export const TURN_WAIT_MS = 60_000;
export const TURNS_WAITING = 256;

/** For how long after its last question a server counts as one that asks. Its clients need not take turns for ever. */
export const TURNS_MS = 600_000;

/** How long after its reply a server may still ask on behalf of a request. Each change of turns waits for it, so it is short. */
export const AFTERTHOUGHT_MS = 1_000;

/** How long a server may still ask on behalf of a request that was cancelled or took too long. Nobody waits for it. */
export const ABANDONED_MS = 30_000;

/** Web pages that clients were led to and that no server has said to be done yet. The oldest are forgotten. */
export const PAGES_REMEMBERED = 1_000;

/** Ids of such pages are kept for as long as they are, so they must not be long. */
export const PAGE_ID_LENGTH = 256;
