import { describe, expect, it } from 'vitest';
import { NOTHING_SELECTED, type Selection, stateOf, toggle, toggleAll, toggleRange } from './selection.ts';

const SHOWN = ['a', 'b', 'c', 'd', 'e'];
const of = (keys: string, anchor?: string): Selection => ({ keys: new Set(keys), anchor });

describe('a selection', () => {
  it.each<[string, Selection, Selection]>([
    ['selects one', toggle(NOTHING_SELECTED, 'b'), of('b', 'b')],
    ['deselects it', toggle(of('ab', 'a'), 'b'), of('a', 'b')],
    ['selects a range down to a click with Shift', toggleRange(of('b', 'b'), 'd', SHOWN), of('bcd', 'd')],
    ['selects a range up to it', toggleRange(of('d', 'd'), 'b', SHOWN), of('dbc', 'b')],
    ['deselects a range if the clicked one was selected', toggleRange(of('abcde', 'b'), 'd', SHOWN), of('ae', 'd')],
    ['selects only one if nothing was clicked before', toggleRange(NOTHING_SELECTED, 'c', SHOWN), of('c', 'c')],
    ['selects only one if the last clicked one is hidden', toggleRange(of('x', 'x'), 'c', SHOWN), of('xc', 'c')],
    ['selects all visible ones', toggleAll(of('xb', 'b'), SHOWN), of('xbacde')],
    ['deselects all visible ones', toggleAll(of('xabcde'), SHOWN), of('x')],
  ])('%s', (_, selection, expected) => {
    expect(selection).toEqual(expected);
  });

  it.each([
    ['', 'none'],
    ['x', 'none'],
    ['ab', 'some'],
    ['abcde', 'all'],
  ])('of %j: %s', (keys, expected) => {
    expect(stateOf(of(keys), SHOWN)).toBe(expected);
  });

  it('is none in an empty list', () => {
    expect(stateOf(of('a'), [])).toBe('none');
  });
});
