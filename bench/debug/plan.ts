/** How much is measured. Everybody takes turns within a round, so that a noisy minute hits all alike. */
export interface Plan {
  readonly rounds: number;
  /** Starts of the server. */
  readonly starts: number;
  /** Stops at a breakpoint, in each of the two ways to ask for them. */
  readonly stops: number;
  /** How often the tracepoint is passed. */
  readonly hits: number;
}

/** Steps of one session. A multiple of the five lines of the loop, so that it ends where it began. */
export const STEPS = 20;
export const LINES_OF_LOOP = 5;
/** More rounds of the loop than anybody lets it run; the program is ended before. */
export const ENDLESS = 1_000_000_000;

/** About ten minutes. */
export const FULL: Plan = { rounds: 5, starts: 7, stops: 40, hits: 2_000 };

/** About two minutes: shows that everything works and roughly where it stands. */
export const QUICK: Plan = { rounds: 1, starts: 2, stops: 10, hits: 500 };
