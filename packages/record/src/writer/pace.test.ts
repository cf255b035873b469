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
  const pass = (ms: number, bytes = 0): void => {
    now += ms;
    written += bytes;
  };
  wait();
  return {
    pace,
    wait,
    /** So much time passes, in which so much is written. */
    pass,
    /** How long it rests while very much is written. */
    rest: (): number => {
      let rested = 0;
      for (; wait() > 0 && rested < 60_000; rested += 10) pass(10, 20 * KIB);
      return rested;
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

  it('rests while they are many', () => {
    const { pace, wait, pass, rest } = setUp();
    pass(50, 100 * KIB);
    expect([wait(), pace.givesWay()]).toEqual([100, true]);
    expect(rest()).toBe(60_000);
  });

  it('rests first where somebody listens, since most bursts are over soon', () => {
    const { pass, rest } = setUp(true);
    pass(50, 100 * KIB);
    expect(rest()).toBe(500);
  });

  it('gives way in proportion to what it took', () => {
    const { pace, pass, rest } = setUp(true);
    pass(50, 100 * KIB);
    rest();
    pace.worked(10);
    expect(rest()).toBe(990);
  });

  it('gives way also where they came after a long silence', () => {
    const { wait, pass } = setUp();
    pass(60_000);
    wait();
    pass(60_000, 40 * KIB);
    expect(wait()).toBe(100);
  });

  it('has a single long call wait no longer than for one look', () => {
    const { wait, pass } = setUp();
    pass(5_000, 100 * KIB);
    wait();
    pass(100);
    expect(wait()).toBe(0);
  });

  it('looks often whether they are still many, and goes on when they are not', () => {
    const { pace, wait, pass } = setUp();
    pass(50, 100 * KIB);
    expect(wait()).toBe(100);
    pass(100, 100 * KIB);
    expect(wait()).toBe(100);
    pass(100);
    expect([wait(), pace.limit(), pace.givesWay()]).toEqual([0, KIB * KIB, false]);
  });

  it('never has somebody who listens wait for long', () => {
    const { pace, pass, rest } = setUp(true);
    pass(50, 100 * KIB);
    rest();
    pace.worked(1_000);
    expect(rest()).toBe(2_000);
  });

  it('does not wait when it is far behind', () => {
    const { pace, wait, pass } = setUp();
    pass(50, 100 * KIB);
    wait();
    expect([wait(MANY), pace.limit(), pace.givesWay()]).toEqual([0, KIB * KIB, false]);
  });

  it('stores all there is after each rest where somebody listens', () => {
    const { pace, wait, pass, rest } = setUp(true);
    pass(50, 100 * KIB);
    rest();
    expect([wait(), pace.limit()]).toEqual([0, 4 * KIB * KIB]);
    pace.worked(10);
    expect(wait()).toBe(100);
  });
});
