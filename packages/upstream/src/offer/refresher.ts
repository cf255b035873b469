import type { Clock } from '@toolmark/base';
import { LIST_GAP_FACTOR, LIST_GAP_MS, LONGEST_LIST_GAP_MS, PROMPT_LISTS, PROMPT_LISTS_MS } from '../limits.ts';

/** Runs a task on request: never concurrently, and once for a burst of requests. */
export interface Refresher {
  readonly refresh: () => void;
  /** Starts no more runs. A running one ends by itself. */
  readonly close: () => void;
}

export interface RefresherOptions {
  readonly clock: Clock;
  /** Must not reject. */
  readonly run: () => Promise<RefreshRun>;
}

export interface RefreshRun {
  /** Milliseconds until it should rerun by itself, if at all. */
  readonly againMs?: number | undefined;
  /** Its processing time in milliseconds. */
  readonly costMs: number;
}

/** The first request runs at once; requests during that run or right after it share one more. */
export function createRefresher({ clock, run }: RefresherOptions): Refresher {
  let isRunning = false;
  let isWanted = false;
  let isClosed = false;
  let startedAt = Number.NEGATIVE_INFINITY;
  let gapMs = LIST_GAP_MS;
  /** Start times of the latest runs. */
  let starts: readonly number[] = [];
  let cancelTimer = (): void => {};

  const start = async (): Promise<void> => {
    cancelTimer();
    isRunning = true;
    isWanted = false;
    startedAt = clock.now();
    starts = [...starts, startedAt].slice(-PROMPT_LISTS);
    const { againMs, costMs } = await run();
    isRunning = false;
    const isFrequent = starts.length >= PROMPT_LISTS && startedAt - (starts[0] ?? 0) < PROMPT_LISTS_MS;
    const longest = isFrequent ? LONGEST_LIST_GAP_MS : LIST_GAP_MS;
    gapMs = Math.min(Math.max(LIST_GAP_MS, costMs * LIST_GAP_FACTOR), longest);
    if (isWanted) refresh();
    else if (againMs !== undefined) startIn(againMs);
  };
  const startIn = (ms: number): void => {
    if (isClosed) return;
    cancelTimer();
    cancelTimer = clock.after(ms, () => void start());
  };
  const refresh = (): void => {
    if (isClosed) return;
    isWanted = true;
    if (isRunning) return;
    // Clamped to [0, gap], in case the system clock was set.
    const waitMs = Math.min(startedAt + gapMs - clock.now(), gapMs);
    if (waitMs <= 0) void start();
    else startIn(waitMs);
  };
  return {
    refresh,
    close: () => {
      isClosed = true;
      cancelTimer();
    },
  };
}
