import { describe, expect, it } from 'vitest';
import { rowsInSight, targetOf } from './row-moves.ts';

describe('which rows are in sight', () => {
  it.each([
    ['from the top', { offset: 0, height: 400 }, { first: 0, last: 9 }],
    ['a row that is cut at the top and one at the bottom', { offset: 100, height: 80 }, { first: 2, last: 4 }],
    ['whole rows only where none is cut', { offset: 80, height: 80 }, { first: 2, last: 3 }],
    ['those above the fold where the rows begin further down', { offset: -100, height: 400 }, { first: 0, last: 7 }],
    ['the last ones where it is scrolled beyond the end', { offset: 9_000, height: 400 }, { first: 99, last: 99 }],
    ['nothing is less than one row', { offset: 0, height: 0 }, { first: 0, last: 0 }],
  ])('%s', (_, view, sight) => {
    expect(rowsInSight({ ...view, rowHeight: 40, count: 100 })).toEqual(sight);
  });

  it('none of none', () => {
    expect(rowsInSight({ offset: 0, height: 400, rowHeight: 40, count: 0 })).toEqual({ first: 0, last: -1 });
  });
});

describe('where a key leads', () => {
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
  ] as const)('%s from row %d is row %d', (move, focused, index) => {
    expect(targetOf(move, { focused, sight, count: 100 })).toBe(index);
  });
});
