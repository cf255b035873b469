import { expect, it } from 'vitest';
import { createIdleCheck } from './idle-collector.ts';

it('collects once after startup and once after each busy period', () => {
  const shares = [0.9, 0.3, 0.01, 0, 0.02, 0.5, 0.04, 0];
  const collectedAt: number[] = [];
  let at = -1;
  const check = createIdleCheck(
    () => shares[++at] ?? 0,
    () => collectedAt.push(at),
  );
  for (const _ of shares) check();
  expect(collectedAt).toEqual([2, 6]);
});
