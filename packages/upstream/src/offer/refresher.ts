import type { Clock } from '@toolmark/base';
import { LIST_GAP_FACTOR, LIST_GAP_MS, LONGEST_LIST_GAP_MS, PROMPT_LISTS, PROMPT_LISTS_MS } from '../limits.ts';

/** Runs something again whenever it is asked to, but never twice at once, and many requests in a burst as one. */
export interface Refresher {
  readonly refresh: () => void;
  /** Nothing is started any more. What is running ends by itself. */
  readonly close: () => void;
}

export interface RefresherOptions {
  readonly clock: Clock;
  /** Must not reject. */
  readonly run: () => Promise<RefreshRun>;
}

export interface RefreshRun {
  /** After how many milliseconds it wants to run by itself, if at all. */
  readonly againMs?: number | undefined;
  /** What it cost the gateway, in milliseconds of its time. */
  readonly costMs: number;
}

/** The first request runs at once; those that come meanwhile, or right after, make one more run together. */
export function createRefresher({ clock, run }: RefresherOptions): Refresher {
  let isRunning = false;
  let isWanted = false;
  let isClosed = false;
  let startedAt = Number.NEGATIVE_INFINITY;
  let gapMs = LIST_GAP_MS;
  /** Of the latest runs. */
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
    // Between nothing and the whole gap, also when somebody has set the clock.
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
