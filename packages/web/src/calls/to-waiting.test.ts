import { expect, it } from 'vitest';
import { toWaiting } from './to-waiting.ts';

it('finds the approval of a waiting call, but not of one whose client stopped waiting', () => {
  const waiting = toWaiting([
    { id: 'q1', call_id: 'c1', is_waiting: true },
    { id: 'q2', call_id: 'c2', is_waiting: false },
  ]);
  expect([...waiting]).toEqual([['c1', 'q1']]);
});
