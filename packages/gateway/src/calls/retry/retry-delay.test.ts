import fc from 'fast-check';
import { expect, it } from 'vitest';
import { retryDelay } from './retry-delay.ts';

it('doubles from 200 ms up to 5 s', () => {
  const delays = [1, 2, 3, 4, 5, 6, 20].map((failures) => retryDelay(failures, () => 0.5));
  expect(delays).toEqual([200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
});

it('varies by a quarter and never exceeds 5 s', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
      const plain = Math.min(5_000, 200 * 2 ** (failures - 1));
      const delay = retryDelay(failures, () => random);
      expect(delay).toBeGreaterThanOrEqual(Math.min(5_000, plain * 0.75));
      expect(delay).toBeLessThanOrEqual(Math.min(5_000, plain * 1.25));
    }),
  );
});
