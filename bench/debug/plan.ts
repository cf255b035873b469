/** The amount of measurement. Targets alternate within a round, so that noise affects all of them equally. */
export interface Plan {
  readonly rounds: number;
  /** Starts of the server. */
  readonly starts: number;
  /** Stops at a breakpoint, in each of the two ways to wait for them. */
  readonly stops: number;
  /** Hits of the tracepoint. */
  readonly hits: number;
  /** Exceptions that are thrown and caught. */
  readonly throws: number;
}

/** Steps of one session. A multiple of the five lines of the loop, so that it ends on the first line. */
export const STEPS = 20;
export const LINES_OF_LOOP = 5;
/** More rounds of the loop than any measurement needs; the program is ended before. */
export const ENDLESS = 1_000_000_000;

/** Takes about ten minutes. */
export const FULL: Plan = { rounds: 5, starts: 7, stops: 40, hits: 2_000, throws: 300 };

/** Takes about two minutes: a smoke test with rough figures. */
export const QUICK: Plan = { rounds: 1, starts: 2, stops: 10, hits: 500, throws: 100 };
