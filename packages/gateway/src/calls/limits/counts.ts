import { createLru } from '@toolmark/base';
import { type CallCount, createCallCount } from './call-count.ts';

/** The counts of one limit, by whose calls they are of. */
export interface Counts {
  readonly of: (key: string, now: number) => CallCount;
  readonly size: () => number;
}

/**
 * Some kilobytes each at most. Beyond it the one that was idle for longest is forgotten: whoever can come as ten thousand
 * sessions has no need to wear one of them out.
 */
const MOST = 10_000;

/** `idleMs`: a count that nobody asked about for so long is of somebody who is gone, or has nothing left in its window. */
export function createCounts(windowMs: number | undefined, idleMs: number): Counts {
  const kept = createLru<{ readonly count: CallCount; usedAt: number }>();
  const forgetIdle = (now: number): void => {
    for (let oldest = kept.oldest(); oldest !== undefined; oldest = kept.oldest()) {
      const [key, { usedAt }] = oldest;
      if (now - usedAt < idleMs && kept.size() <= MOST) return;
      kept.delete(key);
    }
  };
  return {
    of: (key, now) => {
      const known = kept.get(key);
      if (known !== undefined && now - known.usedAt < idleMs) {
        known.usedAt = now;
        return known.count;
      }
      const count = createCallCount(windowMs);
      kept.set(key, { count, usedAt: now });
      forgetIdle(now);
      return count;
    },
    size: kept.size,
  };
}
