/** How much of its time the thread that stores takes while there is more to do than it should take from the calls. */
export interface Pace {
  /** How long to wait before more is stored; 0 for not at all. */
  readonly wait: (behind: number) => number;
  /** So many calls were stored, and it took so long. */
  readonly worked: (calls: number, ms: number) => void;
}

/** More calls than this within a second, and storing gives way: they are in the journal, and nobody looks at all of them now. */
const BUSY_PER_SECOND = 500;
/** A twentieth of one processor. */
const REST_PER_WORK = 19;
/** Nobody waits longer than this for a call to be seen. */
const LONGEST_REST_MS = 2_000;
/** Bytes in the journal. From there on it is stored as fast as it can be, whatever that costs the calls. */
const FAR_BEHIND = 64 * 1024 * 1024;

export function createPace(now: () => number): Pace {
  let notBefore = 0;
  let since = 0;
  let recent = 0;
  return {
    wait: (behind) => (behind > FAR_BEHIND ? 0 : Math.max(0, notBefore - now())),
    worked: (calls, ms) => {
      if (now() - since > 1_000) {
        since = now();
        recent = 0;
      }
      recent += calls;
      const rest = recent > BUSY_PER_SECOND ? Math.min(LONGEST_REST_MS, ms * REST_PER_WORK) : 0;
      notBefore = now() + rest;
    },
  };
}
