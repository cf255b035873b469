import { HURRIED_SIGNAL_GRACE_MS } from '@toolmark/reach';

/** What one server may send before the inspection gives up on it. */
export interface InspectLimits {
  /** Pages of `tools/list`. */
  readonly pages: number;
  /** Entries of `tools/list`, over all pages. */
  readonly tools: number;
  /** Bytes of one message: one line on stdio, one body or one event over HTTP. */
  readonly messageBytes: number;
  /** Bytes of everything the server sends, so that a server that never stops cannot fill the memory. */
  readonly sessionBytes: number;
}

const MIB = 1024 * 1024;

/** The limits that hold unless `InspectOptions.limits` says otherwise. */
export const DEFAULT_LIMITS: InspectLimits = Object.freeze({
  pages: 1_000,
  tools: 100_000,
  messageBytes: 64 * MIB,
  sessionBytes: 512 * MIB,
});

/** How long a whole inspection may take, closing included. */
export const DEFAULT_TIMEOUT_MS = 30_000;

/** How long a server gets to answer `server/discover` before it counts as one of the older era. */
export const PROBE_TIMEOUT_MS = 3_000;

/** How long the owner of given streams, or a server over HTTP, gets to say goodbye. */
export const GOODBYE_MS = 500;

/** How long a closed pipe may run ahead of the exit status that explains it, and the other way round. */
export const DRAIN_MS = 250;

/** The part of the deadline that is kept back for closing in a hurry. */
export const CLOSE_RESERVE_MS: number = 2 * HURRIED_SIGNAL_GRACE_MS + 100;

/** Longer delays overflow Node's timers and fire at once. */
export const LONGEST_TIMER_MS: number = 2 ** 31 - 1;
