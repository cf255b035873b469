/** Frequent enough to notice an event loop that is blocked for 100 ms, rare enough to cost an idle gateway nothing. */
const EVERY_MS = 100;

/** The event loop's lag in seconds: how late timers are, which is how long everything else waits too. */
export const LAG_BOUNDS: number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/** Reports the lag of the event loop ten times a second, until the returned function is called. */
export function watchLoopLag(
  report: (seconds: number) => void,
  now: () => number = () => performance.now(),
): () => void {
  let before = now();
  const timer = setInterval(() => {
    const after = now();
    report(Math.max(0, after - before - EVERY_MS) / 1_000);
    before = after;
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
