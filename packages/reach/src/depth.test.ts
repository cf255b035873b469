import { describe, expect, it } from 'vitest';
import { isLongerThan, isTooDeep, MAX_DEPTH } from './depth.ts';

describe('isLongerThan', () => {
  it.each<[unknown]>([
    ['text'],
    [7],
    [null],
    [[]],
    [{}],
    [[[], [1, 'two', [null]]]],
    [{ a: { b: ['c', true], d: {} }, e: 'f' }],
  ])('gives no false positive for %j', (value) => {
    const { length } = JSON.stringify(value);
    expect(isLongerThan(value, length)).toBe(false);
    expect(isLongerThan({ value, more: 'x'.repeat(length) }, length)).toBe(true);
  });

  it('stops as soon as the result is certain', () => {
    const many = Array.from({ length: 1_000 }, () => ({ a: 1 }));
    const never = {
      toJSON: () => expect.fail(),
      get unread() {
        return expect.fail();
      },
    };
    expect(isLongerThan([never, ...many], 1_000)).toBe(true);
  });
});

describe('isTooDeep', () => {
  const nested = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);
  it.each([
    [1, false],
    [MAX_DEPTH, false],
    [MAX_DEPTH + 1, true],
    [5_000, true],
  ])('%i levels: %s', (levels, wanted) => expect(isTooDeep(nested(levels))).toBe(wanted));

  it('accepts large flat values', () => expect(isTooDeep(Array.from({ length: 300_000 }, () => 1))).toBe(false));
});
