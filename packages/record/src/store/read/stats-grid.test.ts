import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gridOf } from './stats-grid.ts';

const HOUR = 3_600_000;

describe('gridOf', () => {
  it.each([
    ['whole hours unchanged', 10, 34, 24, { first: 10, end: 34, length: 1, count: 24 }],
    ['parts of hours, widened', 10.5, 33.1, 24, { first: 10, end: 34, length: 1, count: 24 }],
    ['24 hours at any minute as 24 slices', 10.5, 34.5, 24, { first: 11, end: 35, length: 1, count: 24 }],
    [
      '24 hours and the incomplete first one, if there is room',
      10.5,
      34.5,
      25,
      { first: 10, end: 35, length: 1, count: 25 },
    ],
    ['a week in slices of 6 hours', 10.5, 178.5, 28, { first: 11, end: 179, length: 6, count: 28 }],
    ['a month in slices of a day', 10.5, 730.5, 30, { first: 11, end: 731, length: 24, count: 30 }],
    ['an hour across two', 10.5, 11.5, 24, { first: 10, end: 12, length: 1, count: 2 }],
    ['the whole range as one slice', 10.5, 34.5, 1, { first: 10, end: 35, length: 25, count: 1 }],
    ['fewer slices than hours', 0, 24, 7, { first: 0, end: 24, length: 4, count: 6 }],
    ['uneven slices, widened at the start', 10, 35, 24, { first: 9, end: 35, length: 2, count: 13 }],
    ['fewer hours than slices', 10, 12, 24, { first: 10, end: 12, length: 1, count: 2 }],
    ['a moment within an hour', 10.5, 10.5, 5, { first: 10, end: 11, length: 1, count: 1 }],
    ['a start that equals the end', 10, 10, 5, { first: 10, end: 11, length: 1, count: 1 }],
    ['zero slices as one', 0, 10, 0, { first: 0, end: 10, length: 10, count: 1 }],
  ])('cuts %s', (_what, from, to, buckets, grid) => {
    expect(gridOf({ from: from * HOUR, to: to * HOUR, buckets })).toEqual(grid);
  });

  it('covers the range but for less than an hour, within the number of slices, and without spare ones', () => {
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
