/** How many calls there were: all of them, or those of the last so many milliseconds. */
export interface CallCount {
  /** Of the calls that still count, how many there are. */
  readonly total: (now: number) => number;
  readonly add: (now: number) => void;
  /** When fewer than so many count; `undefined` for never. */
  readonly below: (calls: number, now: number) => number | undefined;
}

/** Up to so many calls are remembered one by one; of more, those that are close together are remembered as one. */
const EXACT = 64;

/**
 * Counts in a window that slides, and does not jump: at no moment have more calls been let through in the last `windowMs` than
 * the limit says. With up to 64 calls in it, it is exact. Of more, calls within a 64th of the window of each other become one
 * entry, which counts until the last of them is over. So a count takes at most some 130 entries however many calls it is of,
 * and errs only towards strictness, by a 64th of the window at most.
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
  /** When the last of them was. */
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
