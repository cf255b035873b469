/** How much of its time the thread that stores takes while there is more to do than it should take from the calls. */
export interface Pace {
  /** How long to wait before more is stored; 0 for not at all. `written`: bytes of journal until now; `behind`: those not stored. */
  readonly wait: (written: number, behind: number) => number;
  /** How many bytes to store next. */
  readonly limit: () => number;
  /** That took so long. */
  readonly worked: (ms: number) => void;
}

/** What is written to the journal by some 500 small calls. More than this, and storing gives way to the calls. */
const BUSY_BYTES_PER_SECOND = 320 * 1024;
/** How often it is looked whether there are still so many. */
const LOOK_MS = 100;
/** A twentieth of one processor. */
const REST_PER_WORK = 19;
/** Some milliseconds' worth, for what a rest is for. */
const BUSY_PIECE_BYTES = 64 * 1024;
/** All of what comes while there is a rest, unless they are very many. */
const HEARD_PIECE_BYTES = 4 * 1024 * 1024;
/** Not so much that it would go on for long when there are many all of a sudden. */
const PIECE_BYTES = 1024 * 1024;
/** Nobody who listens waits longer than this for a call to be seen, unless they are too many to be stored in that time. */
const LONGEST_REST_MS = 2_000;
/** Bytes in the journal. From there on it is stored as fast as it can be, whatever that costs the calls. */
const FAR_BEHIND = 32 * 1024 * 1024;

/** @param isHeard whether somebody wants to hear of calls as they come: then all of them are stored after each rest */
export function createPace(now: () => number, isHeard: () => boolean = () => false): Pace {
  let notBefore = 0;
  let isBusy = false;
  let isFarBehind = false;
  let lookedAt = now();
  let seen: number | undefined;
  const look = (written: number): void => {
    seen ??= written;
    const ms = now() - lookedAt;
    // Before the end of a look there may be too many already, and never too few.
    const least = (BUSY_BYTES_PER_SECOND * Math.max(LOOK_MS, Math.min(ms, 1_000))) / 1_000;
    isBusy = written - seen > least || (isBusy && ms < LOOK_MS);
    if (ms < LOOK_MS) return;
    lookedAt = now();
    seen = written;
  };
  return {
    wait: (written, behind) => {
      look(written);
      isFarBehind = behind > FAR_BEHIND;
      return isBusy && !isFarBehind ? Math.min(LOOK_MS, Math.max(0, notBefore - now())) : 0;
    },
    limit: () => {
      if (!isBusy || isFarBehind) return PIECE_BYTES;
      return isHeard() ? HEARD_PIECE_BYTES : BUSY_PIECE_BYTES;
    },
    worked: (ms) => {
      notBefore = now() + Math.min(LONGEST_REST_MS, ms * REST_PER_WORK);
    },
  };
}
