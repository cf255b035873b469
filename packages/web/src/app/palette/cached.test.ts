import { expect, it } from 'vitest';
import { createCached } from './cached.ts';

function counting(outcomes: readonly (number | Error)[]) {
  let asked = 0;
  let now = 0;
  const cached = createCached(
    async () => {
      const outcome = outcomes[asked++];
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    30_000,
    () => now,
  );
  return { cached, at: (moment: number) => (now = moment), asked: () => asked };
}

it('fetches once until the value expires', async () => {
  const { cached, at, asked } = counting([1, 2]);
  expect(await Promise.all([cached(), cached()])).toEqual([1, 1]);
  at(29_999);
  expect([await cached(), asked()]).toEqual([1, 1]);
  at(30_000);
  expect([await cached(), asked()]).toEqual([2, 2]);
});

it('fetches again at once after a failure', async () => {
  const { cached, asked } = counting([new Error('down'), 2]);
  await expect(cached()).rejects.toThrow('down');
  expect([await cached(), await cached(), asked()]).toEqual([2, 2, 2]);
});
