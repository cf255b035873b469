import { expect, it } from 'vitest';
import { fillRows } from './fill-rows.ts';

const rows = (keys: string, inSight = keys) => [...keys].map((key) => ({ key, isInSight: inSight.includes(key) }));

it.each([
  ['all at once where they are few', '', rows('abc'), 'abc', true],
  ['only so many at once', '', rows('abcdef'), 'abc', false],
  ['those in sight first', '', rows('abcdef', 'def'), 'def', false],
  ['those around them after', 'def', rows('abcdef', 'def'), 'abcdef', true],
  ['what was ready stays so, however many', 'abcd', rows('abcdefgh'), 'abcdefg', false],
  ['what is gone is forgotten', 'abc', rows('cd'), 'cd', true],
  ['nothing of nothing', 'abc', [], '', true],
])('%s', (_, ready, shown, next, isDone) => {
  const filled = fillRows(new Set(ready), shown, 3);
  expect([[...filled.ready].sort().join(''), filled.isDone]).toEqual([next, isDone]);
});
