import { createLru } from '@toolmark/base';
import { type CallCount, createCallCount } from './call-count.ts';

/** The counts of one limit, by session, token or gateway. */
export interface Counts {
  readonly of: (key: string, now: number) => CallCount;
  readonly size: () => number;
}

/**
 * Some kilobytes each at most. Beyond it, the count that was idle longest is dropped. That opens no loophole: a client that can open ten
 * thousand sessions is not limited by the limit of one.
 */
const MAX_COUNTS = 10_000;

/** `idleMs`: a count unused for this long is dropped: its session is over, or its window is empty. */
export function createCounts(windowMs: number | undefined, idleMs: number): Counts {
  const kept = createLru<{ readonly count: CallCount; usedAt: number }>();
  const forgetIdle = (now: number): void => {
    for (let oldest = kept.oldest(); oldest !== undefined; oldest = kept.oldest()) {
      const [key, { usedAt }] = oldest;
      if (now - usedAt < idleMs && kept.size() <= MAX_COUNTS) return;
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
