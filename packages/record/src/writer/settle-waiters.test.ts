import { describe, expect, it } from 'vitest';
import { createSettling } from './settle-waiters.ts';

const at = (offset: number, file = 0) => ({ file, offset });

describe('waiting until everything is stored and counted', () => {
  it('covers what was recorded before, and nothing later', () => {
    const settling = createSettling();
    settling.add(1, at(10));
    settling.add(2, at(5, 1));
    settling.stored(at(9), false, 100);
    expect(settling.isStoring()).toBe(true);
    expect(settling.take(() => true)).toEqual([]);
    settling.stored(at(20), false, 200);
    settling.stored(at(5, 1), false, 300);
    expect(settling.isStoring()).toBe(false);
    // The first waiter does not wait for later calls.
    expect(settling.take((until) => until <= 200)).toEqual([1]);
    expect(settling.isWaiting()).toBe(true);
    expect(settling.take((until) => until <= 300)).toEqual([2]);
    expect(settling.isWaiting()).toBe(false);
  });

  it.each([
    ['there is no journal', undefined],
    ['half a line is at its end', at(7)],
  ])('ends without more entries if %s', (_, until) => {
    const settling = createSettling();
    settling.add(1, until);
    settling.stored(at(0), true, 1);
    expect(settling.take(() => true)).toEqual([1]);
  });

  it('can be cancelled', () => {
    const settling = createSettling();
    settling.add(1, at(1));
    settling.add(2, at(2));
    expect(settling.takeAll()).toEqual([1, 2]);
    expect(settling.isWaiting()).toBe(false);
  });
});
