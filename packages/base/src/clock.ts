/** The time source, passed in so that tests control it. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls `run` once after `ms`; the returned function cancels the timer. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** `setTimeout` fires immediately for any longer delay. */
export const LONGEST_TIMER_MS: number = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, Math.min(Math.max(ms, 0), LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  },
};

/**
 * Waits until the promise settles, the timeout passes or the signal aborts. Returns whether it settled; a rejection
 * counts as settled.
 */
export function settlesWithin(
  work: Promise<unknown>,
  ms: number,
  clock: Clock,
  signal?: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (isSettled: boolean): void => {
      cancel();
      signal?.removeEventListener('abort', giveUp);
      resolve(isSettled);
    };
    const giveUp = (): void => finish(false);
    const onEnd = (): void => finish(true);
    const cancel = clock.after(signal?.aborted === true ? 0 : ms, giveUp);
    signal?.addEventListener('abort', giveUp);
    work.then(onEnd, onEnd);
  });
}
