import { describe, expect, it } from 'vitest';
import { rowsInSight, targetOf } from './row-moves.ts';

describe('the visible rows', () => {
  it.each([
    ['from the top', { offset: 0, height: 400 }, { first: 0, last: 9 }],
    ['rows cut at the top and the bottom', { offset: 100, height: 80 }, { first: 2, last: 4 }],
    ['whole rows if none is cut', { offset: 80, height: 80 }, { first: 2, last: 3 }],
    ['rows above the fold if the list starts further down', { offset: -100, height: 400 }, { first: 0, last: 7 }],
    ['the last ones if scrolled beyond the end', { offset: 9_000, height: 400 }, { first: 99, last: 99 }],
    ['at least one row', { offset: 0, height: 0 }, { first: 0, last: 0 }],
  ])('%s', (_, view, sight) => {
    expect(rowsInSight({ ...view, rowHeight: 40, count: 100 })).toEqual(sight);
  });

  it('none of an empty list', () => {
    expect(rowsInSight({ offset: 0, height: 400, rowHeight: 40, count: 0 })).toEqual({ first: 0, last: -1 });
  });
});

describe('the target of a key', () => {
  const sight = { first: 20, last: 30 };
  it.each([
    ['next', 25, 26],
    ['next', 99, 99],
    ['previous', 25, 24],
    ['previous', 0, 0],
    ['first', 25, 0],
    ['last', 25, 99],
    ['next', -1, 20],
    ['previous', -1, 30],
  ] as const)('%s from row %d leads to row %d', (move, focused, index) => {
    expect(targetOf(move, { focused, sight, count: 100 })).toBe(index);
  });
});
