import type { UpstreamConfig } from '../upstream-config.ts';

const MIB = 1024 * 1024;

/** What an answer may come to. `values` are members of objects and items of arrays, all together. */
export type AnswerLimits = UpstreamConfig['answer'];

/** One message of a server: a line on stdio, a body or an event over HTTP. Far above real results, far below the memory. */
export const MAX_MESSAGE_BYTES: number = 64 * MIB;

/** Levels of nesting in a message: far deeper than anything real. Whoever reads one keeps its way back in memory. */
export const MAX_MESSAGE_DEPTH = 200_000;

/**
 * What a server answers to anything but a list, unless its entry in the config says otherwise. It is recorded, looked at for
 * secrets and written again in one go, so that more of it would keep other callers waiting; a picture of five megabytes is fine. It is
 * the same number of values as in a request; a result is written twice, so it has half the room.
 */
export const USUAL_ANSWER: AnswerLimits = Object.freeze({ bytes: 8 * MIB, values: 50_000 });

/** A page of a list, which is taken in piece by piece: twenty thousand tools of a hundred values each. */
export const LIST_ANSWER: AnswerLimits = { bytes: MAX_MESSAGE_BYTES, values: 2_000_000 };

/** What may wait for a server that does not read, in characters. One message of any size may always wait alone. */
export const MAX_OUTGOING: number = 16 * MIB;

/** How long a server gets to answer `server/discover` before `initialize` is tried as well. */
export const PROBE_TIMEOUT_MS = 3_000;

/** How long a server gets to leave when its connection is closed. */
export const CLOSE_PATIENCE_MS = 2_000;

/** How long a server over HTTP, or the owner of given streams, gets to say goodbye. */
export const GOODBYE_MS = 1_000;

/** How long a stream of HTTP+SSE may be open before it says where to send messages, which is the first thing it says. */
export const ENDPOINT_MS = 5_000;

/** How long a server over HTTP gets to take `notifications/initialized` before requests follow anyway. */
export const ANNOUNCE_MS = 5_000;

/** How long an older server over HTTP gets to open the stream on which it speaks unasked, before requests follow. */
export const STREAM_OPEN_MS = 500;

/** How long a closed pipe may run ahead of the exit status that explains it, and the other way round. */
export const DRAIN_MS = 250;

/** Sockets for calls to one server over HTTP; what is more waits. */
export const CALL_SOCKETS = 64;

/** Sockets for everything else, so that an answer or a cancellation gets out while all calls are waiting for it. */
export const SIDE_SOCKETS = 16;

/** Redirects that one request follows. */
export const MAX_REDIRECTS = 3;

/** How long to wait before a stream that ended is opened again, unless the server names a time; it doubles up to the longest. */
export const FIRST_RETRY_MS = 1_000;
export const LONGEST_RETRY_MS = 30_000;

/** A server may ask for less than the first, but a loop without a pause is a mistake whoever asks for it. */
export const SHORTEST_RETRY_MS = 10;

/** How long a server gets to take a message that has no answer of its own; then its socket is free for the next one. */
export const TAKE_MS = 5_000;

/** How long a server may leave unread what it was sent, before it is taken for one that hangs. */
export const UNREAD_MS = 5_000;

/** Attempts in a row to resume the stream of one call, when none of them brings anything. */
export const MAX_RESUMES = 3;
