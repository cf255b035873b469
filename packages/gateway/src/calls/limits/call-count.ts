/** Counts calls: all of them, or those within a sliding window. */
export interface CallCount {
  /** The number of calls that count now. */
  readonly total: (now: number) => number;
  readonly add: (now: number) => void;
  /** The time from which fewer than `calls` count; `undefined` for never. */
  readonly below: (calls: number, now: number) => number | undefined;
}

/** Up to this number each call has its own entry; beyond it, calls close together share one. */
const EXACT = 64;

/**
 * Counts in a sliding window of `windowMs`; without one, counts all calls. Up to 64 calls the count is exact. Beyond that, calls within a
 * 64th of the window share an entry, which expires with the last of them. So a count has at most about 130 entries, and errs only
 * towards strictness, by at most a 64th of the window.
 */
export function createCallCount(windowMs: number | undefined): CallCount {
  return windowMs === undefined ? createBudget() : createWindow(windowMs);
}

function createBudget(): CallCount {
  let count = 0;
  return {
    total: () => count,
    add: () => {
      count += 1;
    },
    below: (calls, now) => (count < calls ? now : undefined),
  };
}

interface Burst {
  readonly from: number;
  /** Time of the last call in it. */
  to: number;
  count: number;
}

function createWindow(windowMs: number): CallCount {
  let bursts: Burst[] = [];
  let count = 0;
  const forget = (now: number): void => {
    const first = bursts.findIndex(({ to }) => to + windowMs > now);
    if (first === 0 || bursts.length === 0) return;
    bursts = first === -1 ? [] : bursts.slice(first);
    count = bursts.reduce((sum, burst) => sum + burst.count, 0);
  };
  return {
    total: (now) => {
      forget(now);
      return count;
    },
    add: (now) => {
      forget(now);
      count += 1;
      const last = bursts.at(-1);
      if (last !== undefined && bursts.length >= EXACT && now - last.from < windowMs / EXACT) {
        last.count += 1;
        last.to = now;
      } else bursts.push({ from: now, to: now, count: 1 });
    },
    below: (calls, now) => {
      forget(now);
      let left = count;
      if (left < calls) return now;
      for (const { to, count: over } of bursts) {
        left -= over;
        if (left < calls) return to + windowMs;
      }
      return undefined;
    },
  };
}
