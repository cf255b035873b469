import { describe, expect, it } from 'vitest';
import { createPace } from './pace.ts';

const MANY = 64 * 1024 * 1024 + 1;

function setUp() {
  let now = 10_000;
  const pace = createPace(() => now);
  return {
    pace,
    advance: (ms: number) => {
      now += ms;
    },
  };
}

describe('the pace of storing', () => {
  it('is as fast as calls come while they are few', () => {
    const { pace, advance } = setUp();
    for (let turn = 0; turn < 20; turn++) {
      pace.worked(20, 5);
      expect(pace.wait(0)).toBe(0);
      advance(50);
    }
  });

  it('gives way when they are many, in proportion to what it took, but never for long', () => {
    const { pace, advance } = setUp();
    pace.worked(600, 10);
    expect(pace.wait(0)).toBe(190);
    advance(50);
    expect(pace.wait(0)).toBe(140);
    advance(140);
    expect(pace.wait(0)).toBe(0);
    pace.worked(600, 1_000);
    expect(pace.wait(0)).toBe(2_000);
  });

  it('does not wait when it is far behind', () => {
    const { pace } = setUp();
    pace.worked(600, 10);
    expect(pace.wait(MANY)).toBe(0);
  });

  it('forgets that there were many', () => {
    const { pace, advance } = setUp();
    pace.worked(600, 10);
    advance(1_001);
    pace.worked(10, 10);
    expect(pace.wait(0)).toBe(0);
  });
});
