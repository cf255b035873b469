import { describe, expect, it } from 'vitest';
import { createPace } from './pace.ts';

const KIB = 1024;
const MANY = 32 * KIB * KIB + 1;

function setUp(isHeard = false) {
  let now = 10_000;
  let written = 5 * KIB * KIB;
  const pace = createPace(
    () => now,
    () => isHeard,
  );
  const wait = (behind = 0): number => pace.wait(written, behind);
  wait();
  return {
    pace,
    wait,
    /** So much time passes, in which so much is written. */
    pass: (ms: number, bytes = 0) => {
      now += ms;
      written += bytes;
    },
  };
}

describe('the pace of storing', () => {
  it('is as fast as calls come while they are few', () => {
    const { pace, wait, pass } = setUp();
    for (let turn = 0; turn < 20; turn++) {
      pass(50, 15 * KIB);
      expect([wait(), pace.limit()]).toEqual([0, KIB * KIB]);
      pace.worked(5);
    }
  });

  it('gives way as soon as they are many, in proportion to what it took', () => {
    const { pace, wait, pass } = setUp();
    pass(50, 100 * KIB);
    expect([wait(), pace.limit()]).toEqual([0, 64 * KIB]);
    pace.worked(10);
    let rested = 0;
    for (; wait() > 0; rested += 10) pass(10, 20 * KIB);
    expect(rested).toBe(190);
    expect(pace.limit()).toBe(64 * KIB);
  });

  it('gives way also where they came after a long silence', () => {
    const { pace, wait, pass } = setUp();
    pass(60_000);
    wait();
    pass(60_000, 400 * KIB);
    wait();
    pace.worked(10);
    expect(wait()).toBeGreaterThan(0);
  });

  it('looks often whether they are still many, and goes on when they are not', () => {
    const { pace, wait, pass } = setUp();
    pass(50, 100 * KIB);
    wait();
    pace.worked(1_000);
    expect(wait()).toBe(100);
    pass(100, 100 * KIB);
    expect(wait()).toBe(100);
    pass(100);
    expect([wait(), pace.limit()]).toEqual([0, KIB * KIB]);
  });

  it('never rests for long', () => {
    const { pace, wait, pass } = setUp();
    pass(50, 100 * KIB);
    wait();
    pace.worked(1_000);
    let rested = 0;
    for (; wait() > 0; rested += 100) pass(100, 100 * KIB);
    expect(rested).toBe(2_000);
  });

  it('does not wait when it is far behind', () => {
    const { pace, wait, pass } = setUp();
    pass(50, 100 * KIB);
    wait();
    pace.worked(10);
    expect([wait(MANY), pace.limit()]).toEqual([0, KIB * KIB]);
  });

  it('stores all there is after each rest where somebody listens', () => {
    const { pace, wait, pass } = setUp(true);
    pass(50, 100 * KIB);
    expect([wait(), pace.limit()]).toEqual([0, 4 * KIB * KIB]);
    pace.worked(10);
    expect(wait()).toBe(100);
  });
});
