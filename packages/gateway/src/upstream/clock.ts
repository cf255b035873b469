/** Time, handed in, so that tests decide when it passes. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Runs something once, later; the function that comes back takes it off again. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** Beyond this `setTimeout` fires at once instead of never. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, Math.min(Math.max(ms, 0), LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  },
};

/** Waits for something, but not longer than it may take. Says whether it came to an end; its failure is one. */
export function settlesWithin(work: Promise<unknown>, ms: number, clock: Clock): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, () => resolve(false));
    const onEnd = (): void => {
      cancel();
      resolve(true);
    };
    work.then(onEnd, onEnd);
  });
}
