import { expect, it } from 'vitest';
import { ABANDONED_MS, ANSWER_MS } from '../bridge/limits.ts';
import { createParkedWrites } from './parked-writes.ts';

const PARKED_MS = ANSWER_MS + ABANDONED_MS;

it('each of many is over when it is removed, or its time is', () => {
  const parked = createParkedWrites();
  expect(parked.isEmpty(0)).toBe(true);
  parked.add('a', 0);
  parked.add('b', 10);
  parked.remove('b');
  parked.remove('unknown');
  expect([parked.isEmpty(PARKED_MS - 1), parked.isEmpty(PARKED_MS)]).toEqual([false, true]);
});

it('those that are too many to be told apart count all the same until their time is over', () => {
  const parked = createParkedWrites();
  for (let n = 0; n < 1_010; n++) parked.add(`${n}`, n);
  for (let n = 0; n < 1_010; n++) parked.remove(`${n}`);
  // The last one that had to make room began at 9.
  expect([parked.isEmpty(PARKED_MS + 8), parked.isEmpty(PARKED_MS + 9)]).toEqual([false, true]);
});
