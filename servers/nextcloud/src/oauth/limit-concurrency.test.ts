import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { limitConcurrency, TooManyWaiting } from './limit-concurrency.ts';

it('runs a limited number at once, queues others in order, and rejects the rest', async () => {
  const limited = limitConcurrency({ atOnce: 2, waiting: 2 });
  const started: number[] = [];
  const ends: PromiseWithResolvers<number>[] = [];
  const start = (id: number): Promise<number> => {
    const end = Promise.withResolvers<number>();
    ends[id] = end;
    return limited(() => {
      started.push(id);
      return end.promise;
    });
  };
  const works = [0, 1, 2, 3].map(start);
  await expect(start(4)).rejects.toThrow(TooManyWaiting);
  expect(started).toEqual([0, 1]);
  ends[1]?.reject(new Error('It failed.'));
  await expect(works[1]).rejects.toThrow('It failed.');
  await turn();
  expect(started).toEqual([0, 1, 2]);
  for (const id of [0, 2, 3]) ends[id]?.resolve(id);
  expect(await Promise.all([works[0], works[2], works[3]])).toEqual([0, 2, 3]);
  const next = start(5);
  ends[5]?.resolve(5);
  expect(await next).toBe(5);
});
