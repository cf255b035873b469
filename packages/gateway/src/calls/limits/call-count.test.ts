import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCallCount } from './call-count.ts';

describe('a budget', () => {
  it('counts for ever', () => {
    const budget = createCallCount(undefined);
    expect(budget.below(2, 0)).toBe(0);
    budget.add(0);
    budget.add(1);
    expect(budget.total(1e12)).toBe(2);
    expect(budget.below(2, 1e12)).toBe(undefined);
  });
});

describe('a window', () => {
  it('forgets a call exactly when it is as old as the window is long', () => {
    const window = createCallCount(1_000);
    window.add(0);
    window.add(400);
    expect(window.below(2, 500)).toBe(1_000);
    expect(window.total(999)).toBe(2);
    expect(window.total(1_000)).toBe(1);
    expect(window.below(2, 1_000)).toBe(1_000);
  });

  it('says when enough of them are over, and not only the first', () => {
    const window = createCallCount(1_000);
    for (const at of [0, 100, 200]) window.add(at);
    expect(window.below(1, 200)).toBe(1_200);
    expect(window.below(2, 200)).toBe(1_100);
  });

  /** Mostly close together, so that there are more of them in a window than are remembered one by one. */
  const gap = fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: 0, max: 60 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 3_000 }) },
  );
  const gaps = fc.array(gap, { minLength: 1, maxLength: 600, size: 'max' });

  it('never lets more through than the limit in any window, and is exact up to 64 calls', () => {
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 200 }), (waits, limit) => {
        const windowMs = 5_000;
        const window = createCallCount(windowMs);
        const taken: number[] = [];
        let now = 0;
        for (const wait of waits) {
          now += wait;
          const inWindow = taken.filter((at) => at + windowMs > now).length;
          const isFree = window.below(limit, now) === now;
          expect(window.total(now)).toBeGreaterThanOrEqual(inWindow);
          if (isFree) expect(inWindow).toBeLessThan(limit);
          if (limit <= 64) expect(isFree).toBe(inWindow < limit);
          if (!isFree) continue;
          window.add(now);
          taken.push(now);
        }
      }),
    );
  });

  it('is late by no more than a 64th of the window', () => {
    fc.assert(
      fc.property(gaps, (waits) => {
        const windowMs = 6_400;
        const window = createCallCount(windowMs);
        const taken: number[] = [];
        let now = 0;
        for (const wait of waits) {
          now += wait;
          window.add(now);
          taken.push(now);
          const later = taken.filter((at) => at + windowMs + windowMs / 64 > now).length;
          expect(window.total(now)).toBeLessThanOrEqual(later);
        }
      }),
    );
  });
});
