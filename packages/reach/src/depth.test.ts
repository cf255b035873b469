import { describe, expect, it } from 'vitest';
import { isTooDeep, MAX_DEPTH } from './depth.ts';

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
