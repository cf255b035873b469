import { expect, it } from 'vitest';
import { toWaiting } from './to-waiting.ts';

it('a question is found by the call that waits for it, and by no call that has given up', () => {
  const waiting = toWaiting([
    { id: 'q1', call_id: 'c1', is_waiting: true },
    { id: 'q2', call_id: 'c2', is_waiting: false },
  ]);
  expect([...waiting]).toEqual([['c1', 'q1']]);
});
