import { Worker } from 'node:worker_threads';

/** V8's default heap limit grows with the machine's memory, and its heap does not shrink. */
const YOUNG_GENERATION_MB = 16;

/**
 * Starts one of our files as a worker thread, from TypeScript source or compiled. Throws if no thread can be created.
 */
export function startWorker(path: string, from: string, data: unknown): Worker {
  const isSource = from.endsWith('.ts');
  const url = new URL(isSource ? path : path.replace(/\.ts$/, '.js'), from);
  return new Worker(url, {
    workerData: data,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    // Workspace packages run from source then. Only known flags are passed on, because a V8 flag would make the thread
    // fail.
    ...(isSource && { execArgv: ['--conditions=@toolmark/source', '--disable-warning=ExperimentalWarning'] }),
  });
}

/** Back-off for restarting a failed thread. */
export interface Backoff {
  /** The current delay. */
  readonly next: () => number;
  /** Resets the delay after a success. */
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
