/** Frequent enough to notice an event loop that is blocked for 100 ms, rare enough to cost nothing when idle. */
const INTERVAL_MS = 100;

/** Buckets for the event loop's lag in seconds: the delay of timers, which also delays everything else. */
export const LAG_BUCKETS: number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/** Reports the lag of the event loop ten times a second, until the returned function is called. */
export function watchLoopLag(
  report: (seconds: number) => void,
  now: () => number = () => performance.now(),
): () => void {
  let before = now();
  const timer = setInterval(() => {
    const after = now();
    report(Math.max(0, after - before - INTERVAL_MS) / 1_000);
    before = after;
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
