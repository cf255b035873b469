import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gridOf } from './stats-grid.ts';

const HOUR = 3_600_000;

describe('gridOf', () => {
  it.each([
    ['hours as they are', 10, 34, 24, { first: 10, end: 34, length: 1, count: 24 }],
    ['parts of hours widened', 10.5, 33.1, 24, { first: 10, end: 34, length: 1, count: 24 }],
    ['24 hours at any minute as 24 slices', 10.5, 34.5, 24, { first: 11, end: 35, length: 1, count: 24 }],
    ['24 hours and the beginning where there is room', 10.5, 34.5, 25, { first: 10, end: 35, length: 1, count: 25 }],
    ['a week in slices of 6 hours', 10.5, 178.5, 28, { first: 11, end: 179, length: 6, count: 28 }],
    ['a month in slices of a day', 10.5, 730.5, 30, { first: 11, end: 731, length: 24, count: 30 }],
    ['an hour that lies in two', 10.5, 11.5, 24, { first: 10, end: 12, length: 1, count: 2 }],
    ['all of it where it is one slice', 10.5, 34.5, 1, { first: 10, end: 35, length: 25, count: 1 }],
    ['fewer slices than hours', 0, 24, 7, { first: 0, end: 24, length: 4, count: 6 }],
    [
      'slices that do not come out even, widened at the beginning',
      10,
      35,
      24,
      { first: 9, end: 35, length: 2, count: 13 },
    ],
    ['fewer hours than slices', 10, 12, 24, { first: 10, end: 12, length: 1, count: 2 }],
    ['a moment, which lies in an hour', 10.5, 10.5, 5, { first: 10, end: 11, length: 1, count: 1 }],
    ['a beginning that is also the end', 10, 10, 5, { first: 10, end: 11, length: 1, count: 1 }],
    ['no slices, which are one', 0, 10, 0, { first: 0, end: 10, length: 10, count: 1 }],
  ])('takes %s', (_what, from, to, buckets, grid) => {
    expect(gridOf({ from: from * HOUR, to: to * HOUR, buckets })).toEqual(grid);
  });

  it('covers what is asked for, but less than an hour, with no more slices than asked for, and none too many', () => {
    const time = fc.integer({ min: 0, max: 2_000 * HOUR });
    fc.assert(
      fc.property(time, time, fc.integer({ min: 1, max: 100 }), (a, b, buckets) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const { first, end, length, count } = gridOf({ from, to, buckets });
        expect(end * HOUR).toBeGreaterThanOrEqual(to);
        expect(first * HOUR - from).toBeLessThan(HOUR);
        if (count < buckets || buckets === 1) expect(first * HOUR).toBeLessThanOrEqual(from);
        expect(count >= 1 && count <= buckets).toBe(true);
        expect(first + length * count).toBe(end);
        expect((first + length) * HOUR).toBeGreaterThan(from);
      }),
    );
  });
});
