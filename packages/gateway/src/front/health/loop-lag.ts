import { createHistogram, type Histogram } from './histogram.ts';

/** How late timers are, which is how long everything else waited too. */
export interface LoopLag extends Pick<Histogram, 'samples'> {
  readonly close: () => void;
}

/** Often enough to meet a loop that is blocked for a tenth of a second, seldom enough to cost an idle gateway nothing. */
const EVERY_MS = 100;

const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

export function createLoopLag(now: () => number = () => performance.now()): LoopLag {
  const histogram = createHistogram(BOUNDS);
  let before = now();
  const timer = setInterval(() => {
    const after = now();
    histogram.record(Math.max(0, after - before - EVERY_MS) / 1_000);
    before = after;
  }, EVERY_MS);
  timer.unref();
  return { samples: histogram.samples, close: () => clearInterval(timer) };
}
