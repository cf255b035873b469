/**
 * How much of its time the thread that stores takes while there is more to do than it should take from the calls: nothing, since a
 * small part of it would store a small part of what comes, unless somebody listens or the journal becomes long. Whoever asks for
 * calls does not wait for it.
 */
export interface Pace {
  /** How long to wait before more is stored; 0 for not at all. `written`: bytes of journal until now; `behind`: those not stored. */
  readonly wait: (written: number, behind: number) => number;
  /** How many bytes to store next. */
  readonly limit: () => number;
  /** That took so long. */
  readonly worked: (ms: number) => void;
  /** Whether there are so many calls that whatever can wait has to. */
  readonly givesWay: () => boolean;
}

/** How often it is looked whether there are many calls. */
const LOOK_MS = 100;
/** What some 200 small calls write to the journal. More than this between two looks, and storing gives way to the calls. */
const BUSY_BYTES = 32 * 1024;
/** A hundredth of one processor. */
const REST_PER_WORK = 99;
/** It rests first: most bursts are over by then. */
const FIRST_REST_MS = 500;
/** All of what comes while there is a rest, unless they are very many. */
const HEARD_PIECE_BYTES = 4 * 1024 * 1024;
/** Not so much that it would go on for long when there are many all of a sudden. */
const PIECE_BYTES = 1024 * 1024;
/** Nobody who listens waits longer than this for a call to be seen, unless they are too many to be stored in that time. */
const LONGEST_REST_MS = 2_000;
/** Bytes in the journal. From there on it is stored as fast as it can be, whatever that costs the calls. */
const FAR_BEHIND = 32 * 1024 * 1024;

/** @param isHeard whether somebody wants to hear of calls as they come: then there are rests, and all are stored after each */
export function createPace(now: () => number, isHeard: () => boolean = () => false): Pace {
  let notBefore = 0;
  let isBusy = false;
  let isFarBehind = false;
  let lookedAt = now();
  let seen: number | undefined;
  const look = (written: number): void => {
    seen ??= written;
    const ms = now() - lookedAt;
    const wasBusy = isBusy;
    // Before the end of a look there may be too many already, and never too few. After a silence it is what woke us that counts,
    // and that came just now.
    isBusy = written - seen > BUSY_BYTES || (wasBusy && ms < LOOK_MS);
    if (isBusy && !wasBusy) notBefore = Math.max(notBefore, now() + FIRST_REST_MS);
    if (ms < LOOK_MS) return;
    lookedAt = now();
    seen = written;
  };
  const givesWay = (): boolean => isBusy && !isFarBehind;
  return {
    givesWay,
    wait: (written, behind) => {
      look(written);
      isFarBehind = behind > FAR_BEHIND;
      if (!givesWay()) return 0;
      return isHeard() ? Math.min(LOOK_MS, Math.max(0, notBefore - now())) : LOOK_MS;
    },
    limit: () => (givesWay() ? HEARD_PIECE_BYTES : PIECE_BYTES),
    worked: (ms) => {
      notBefore = now() + Math.min(LONGEST_REST_MS, ms * REST_PER_WORK);
    },
  };
}
