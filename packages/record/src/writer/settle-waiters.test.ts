import { describe, expect, it } from 'vitest';
import { createSettleWaiters } from './settle-waiters.ts';

const at = (offset: number, file = 0) => ({ file, offset });

describe('waiting until everything is stored and counted', () => {
  it('covers what was recorded before, and nothing later', () => {
    const waiters = createSettleWaiters();
    waiters.add(1, at(10));
    waiters.add(2, at(5, 1));
    waiters.stored(at(9), false, 100);
    expect(waiters.isStoring()).toBe(true);
    expect(waiters.take(() => true)).toEqual([]);
    waiters.stored(at(20), false, 200);
    waiters.stored(at(5, 1), false, 300);
    expect(waiters.isStoring()).toBe(false);
    // The first waiter does not wait for later calls.
    expect(waiters.take((until) => until <= 200)).toEqual([1]);
    expect(waiters.isWaiting()).toBe(true);
    expect(waiters.take((until) => until <= 300)).toEqual([2]);
    expect(waiters.isWaiting()).toBe(false);
  });

  it.each([
    ['there is no journal', undefined],
    ['half a line is at its end', at(7)],
  ])('ends without more entries if %s', (_, until) => {
    const waiters = createSettleWaiters();
    waiters.add(1, until);
    waiters.stored(at(0), true, 1);
    expect(waiters.take(() => true)).toEqual([1]);
  });

  it('can be cancelled', () => {
    const waiters = createSettleWaiters();
    waiters.add(1, at(1));
    waiters.add(2, at(2));
    expect(waiters.takeAll()).toEqual([1, 2]);
    expect(waiters.isWaiting()).toBe(false);
  });
});
