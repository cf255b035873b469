import type { UpstreamConfig } from '../upstream-config.ts';

const MIB = 1024 * 1024;

/** The limits of an answer. `values` counts object members and array items. */
export type AnswerLimits = UpstreamConfig['answer'];

/**
 * The limit for one message: a line on stdio, a body or an event over HTTP. Far above real results, far below the
 * memory.
 */
export const MAX_MESSAGE_BYTES: number = 64 * MIB;

/** The nesting limit of a message: far deeper than real ones. The parser keeps its open levels in memory. */
export const MAX_MESSAGE_DEPTH = 200_000;

/**
 * The limits of all answers but lists, unless the server's config entry sets others. Recording, redacting and
 * serializing an answer takes one synchronous pass, so a larger one would block other callers; an image of five
 * megabytes fits. The number of values matches a request's limit; a result is serialized twice, so it gets half the
 * bytes.
 */
export const USUAL_ANSWER: AnswerLimits = Object.freeze({ bytes: 8 * MIB, values: 50_000 });

/** The limits of a list page, which is processed entry by entry: twenty thousand tools of a hundred values each. */
export const LIST_ANSWER: AnswerLimits = { bytes: MAX_MESSAGE_BYTES, values: 2_000_000 };

/**
 * How many characters may be queued for a server that does not read. A single message of any size may always be queued.
 */
export const MAX_OUTGOING: number = 16 * MIB;

/** How long `server/discover` may take before `initialize` is sent as well. */
export const PROBE_TIMEOUT_MS = 3_000;

/** How long a server may take to exit after its connection is closed. */
export const CLOSE_PATIENCE_MS = 2_000;

/** How long an HTTP server, or the owner of given streams, may take to close. */
export const GOODBYE_MS = 1_000;

/** How long HTTP+SSE may take to send its message endpoint, the first event. */
export const ENDPOINT_MS = 5_000;

/** How long an HTTP server may take to accept `notifications/initialized` before other requests follow. */
export const ANNOUNCE_MS = 5_000;

/** How long a legacy HTTP server may take to open the GET stream before other requests follow. */
export const STREAM_OPEN_MS = 500;

/** How long a closed pipe may precede the exit status, or follow it. */
export const DRAIN_MS = 250;

/** Sockets for calls to one HTTP server; further calls wait. */
export const CALL_SOCKETS = 64;

/** Sockets for all other requests, so that answers and cancellations are sent while all calls wait. */
export const SIDE_SOCKETS = 16;

/** The most redirects of one request. */
export const MAX_REDIRECTS = 3;

/** The delay before a closed stream is reopened, unless the server sets one; it doubles up to the maximum. */
export const FIRST_RETRY_MS = 1_000;
export const LONGEST_RETRY_MS = 30_000;

/** A server may ask for a shorter delay, but a loop without a pause is always a mistake. */
export const SHORTEST_RETRY_MS = 10;

/** How long a server may take to accept a message without an answer; then its socket is freed. */
export const TAKE_MS = 5_000;

/** How long a server may leave its input unread before it counts as hanging. */
export const UNREAD_MS = 5_000;

/** The most consecutive attempts to resume a call's stream without a new message. */
export const MAX_RESUMES = 3;
