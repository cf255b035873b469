/** Time, handed in, so that tests decide when it passes. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Runs something once, later; the function that comes back takes it off again. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** Beyond this `setTimeout` fires at once instead of never. */
export const LONGEST_TIMER_MS: number = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, Math.min(Math.max(ms, 0), LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  },
};

/**
 * Waits for something, but not longer than it may take, nor than the signal allows. Says whether it came to an end; its
 * failure is one.
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
