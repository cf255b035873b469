import { expect, it } from 'vitest';
import { fillRows } from './fill-rows.ts';

const rows = (keys: string, inSight = keys) => [...keys].map((key) => ({ key, isInSight: inSight.includes(key) }));

it.each([
  ['all at once if they are few', '', rows('abc'), 'abc', true],
  ['at most so many at once', '', rows('abcdef'), 'abc', false],
  ['visible ones first', '', rows('abcdef', 'def'), 'def', false],
  ['then those around them', 'def', rows('abcdef', 'def'), 'abcdef', true],
  ['keeps rows that are already rendered', 'abcd', rows('abcdefgh'), 'abcdefg', false],
  ['forgets rows that are gone', 'abc', rows('cd'), 'cd', true],
  ['handles an empty list', 'abc', [], '', true],
])('%s', (_, ready, shown, next, isDone) => {
  const filled = fillRows(new Set(ready), shown, 3);
  expect([[...filled.ready].sort().join(''), filled.isDone]).toEqual([next, isDone]);
});
