import { describe, expect, it } from 'vitest';
import { compareChanges, findChanges } from './find-changes.ts';

const BEFORE = {
  total_count: 2,
  notes: [
    { id: 1, title: 'Plan', content: 'One', tags: ['a', 'b'] },
    { id: 2, title: 'List', content: 'Two', tags: [] },
  ],
};
const [plan, list] = BEFORE.notes;
const onPlan = { of: ['id 1'], fields: ['content'] };

describe('changes between two states', () => {
  it.each([
    ['nothing, in another order', { ...BEFORE, notes: [list, plan] }, []],
    ['a member', { ...BEFORE, notes: [{ ...plan, content: 'New' }, list] }, [['id 1', 'content']]],
    ['a list of words', { ...BEFORE, notes: [{ ...plan, tags: ['a'] }, list] }, [['id 1', 'tags']]],
    ['a removed object and the count', { total_count: 1, notes: [plan] }, [['id 2', '-']]],
    ['an added object', { ...BEFORE, notes: [...BEFORE.notes, { id: 3 }] }, [['id 3', '+']]],
    ['two with the same id', { ...BEFORE, notes: [plan, plan, list] }, [['id 1 #2', '+']]],
  ])('%s', (_, after, expected) => {
    expect(findChanges(BEFORE, after).map(({ at, field }) => [...at, field])).toEqual(expected);
  });

  it.each([
    ['the expected change', { ...plan, content: 'New' }, list, undefined],
    ['nothing', plan, list, 'it did not change content'],
    ['another member too', { ...plan, content: 'New', title: '' }, list, 'it also changed title of id 1'],
    ['another object too', { ...plan, content: 'New' }, { ...list, content: '' }, 'which it was not asked to change'],
    [
      'the removal of another object',
      { ...plan, content: 'New' },
      undefined,
      'id 2 (removed), which it was not asked to change',
    ],
  ])('that are %s', (_, one, other, sentence) => {
    const after = { ...BEFORE, notes: [one, other].filter((each) => each !== undefined) };
    const told = compareChanges(findChanges(BEFORE, after), onPlan);
    if (sentence === undefined) expect(told).toBeUndefined();
    else expect(told).toContain(sentence);
  });

  it('finds a new object by any of its members', () => {
    const after = { ...BEFORE, notes: [...BEFORE.notes, { id: 3, title: 'New' }] };
    expect(compareChanges(findChanges(BEFORE, after), { of: ['title New'], fields: ['+'] })).toBeUndefined();
  });
});
