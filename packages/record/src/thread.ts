import { Worker } from 'node:worker_threads';

/** V8's own limit depends on the memory of the machine, and what it once reached it keeps. */
const YOUNG_GENERATION_MB = 16;

/** Starts a file of ours as a thread: from source as TypeScript, else as what it was compiled to. Throws when there can be none. */
export function startThread(path: string, from: string, data: unknown): Worker {
  const isSource = from.endsWith('.ts');
  const url = new URL(isSource ? path : path.replace(/\.ts$/, '.js'), from);
  return new Worker(url, {
    workerData: data,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    // The packages of this house, too, are run from source then. Not everything that this process was started with can be said to a
    // thread: with a setting of V8 there would be none.
    ...(isSource && { execArgv: ['--conditions=@toolmark/source', '--disable-warning=ExperimentalWarning'] }),
  });
}

/** A thread that cannot be started is tried again after a while, and each time after a longer one. */
export interface Backoff {
  /** How long to wait now. */
  readonly next: () => number;
  /** It worked. */
  readonly reset: () => void;
}

const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

export function createBackoff(): Backoff {
  let ms = FIRST_MS;
  return {
    next: () => {
      const now = ms;
      ms = Math.min(LONGEST_MS, ms * 2);
      return now;
    },
    reset: () => {
      ms = FIRST_MS;
    },
  };
}
