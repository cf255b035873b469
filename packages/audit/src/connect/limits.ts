import { HURRIED_SIGNAL_GRACE_MS } from '@toolmark/reach';

/** The limits for one server's output. */
export interface InspectLimits {
  /** Pages of `tools/list`. */
  readonly pages: number;
  /** Entries of `tools/list`, over all pages. */
  readonly tools: number;
  /** Bytes of one message: one line on stdio, one body or one event over HTTP. */
  readonly messageBytes: number;
  /** Bytes of everything the server sends, so that an endless stream cannot exhaust the memory. */
  readonly sessionBytes: number;
}

const MIB = 1024 * 1024;

/** The default limits; `InspectOptions.limits` overrides them. */
export const DEFAULT_LIMITS: InspectLimits = Object.freeze({
  pages: 1_000,
  tools: 100_000,
  messageBytes: 64 * MIB,
  sessionBytes: 512 * MIB,
});

/** The timeout of a whole inspection, closing included. */
export const DEFAULT_TIMEOUT_MS = 30_000;

/** The timeout for `server/discover`, after which the server counts as legacy. */
export const PROBE_TIMEOUT_MS = 3_000;

/** The grace period for closing given streams or an HTTP session. */
export const CLOSE_GRACE_MS = 500;

/** The maximum delay between a closed pipe and the exit status that explains it, in either order. */
export const DRAIN_MS = 250;

/** The part of the deadline reserved for a forced close. */
export const CLOSE_RESERVE_MS: number = 2 * HURRIED_SIGNAL_GRACE_MS + 100;

/** Longer delays overflow Node's timers and fire at once. */
export const LONGEST_TIMER_MS: number = 2 ** 31 - 1;
