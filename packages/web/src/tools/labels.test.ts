import type { Standing } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { explainFindings, explainStanding } from './labels.ts';

const OK: Standing = {
  state: 'ok',
  holds: [],
  change: null,
  accepted: null,
  unreviewed: [],
  reviewed: null,
  warnings: [],
};
const change = (hints: 'same' | 'tightened' | 'relaxed', prose: 'same' | 'changed'): Standing['change'] => ({
  hints,
  prose,
  was: { hints: '', prose: '' },
  is: { hints: '', prose: '' },
  pinned_at: '2026-01-01T00:00:00.000Z',
});

describe('explainStanding', () => {
  it.each<[string, Partial<Standing>, readonly string[]]>([
    ['nothing for a tool without changes', {}, []],
    ['warnings, though calls pass', { warnings: ['Odd.'] }, ['Odd.']],
    ['an accepted change', { change: change('relaxed', 'same') }, []],
    [
      'tightened hints',
      { state: 'changed', change: change('tightened', 'changed') },
      ['Since it was pinned, its hints were tightened and its description or schema changed.'],
    ],
    [
      'changed texts',
      { state: 'changed', change: change('same', 'changed') },
      ['Since it was pinned, its description or schema changed.'],
    ],
    [
      'the reasons of a hold, followed by warnings',
      {
        state: 'held',
        holds: [{ kind: 'relaxed', reason: 'A.' }],
        change: change('relaxed', 'same'),
        warnings: ['B.'],
      },
      ['A.', 'B.'],
    ],
  ])('%s', (_, some, expected) => {
    expect(explainStanding({ ...OK, ...some })).toEqual(expected);
  });
});

describe('explainFindings', () => {
  it.each([
    [{ error: 0, warning: 0, note: 0 }, ''],
    [{ error: 1, warning: 2, note: 0 }, '1 error, 2 warnings'],
    [{ error: 0, warning: 0, note: 3 }, '3 notes'],
  ])('describes %j as %j', (counts, expected) => {
    expect(explainFindings(counts)).toBe(expected);
  });
});
