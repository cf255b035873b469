import { describe, expect, it } from 'vitest';
import { ApiFailure } from '../../../api/api-failure.ts';
import { type Outcome, runEach } from './run-each.ts';

/** Work that the test completes by hand. */
function gate() {
  const waiting = new Map<number, PromiseWithResolvers<number>>();
  return {
    started: () => [...waiting.keys()],
    end: (item: number) => waiting.get(item)?.resolve(item * 10),
    work: (item: number): Promise<number> => {
      const one = Promise.withResolvers<number>();
      waiting.set(item, one);
      return one.promise;
    },
  };
}

describe('runEach', () => {
  it('reports each outcome, and continues after a failure', async () => {
    const told: [number, Outcome<number>][] = [];
    const failure = new ApiFailure('conflict', 'no');
    const work = async (item: number): Promise<number> => {
      if (item === 2) throw failure;
      return item * 10;
    };
    const { signal } = new AbortController();
    await runEach([1, 2, 3], work, { atOnce: 1, signal, tell: (item, outcome) => told.push([item, outcome]) });
    expect(told).toEqual([
      [1, { kind: 'done', value: 10 }],
      [2, { kind: 'failed', failure }],
      [3, { kind: 'done', value: 30 }],
    ]);
  });

  it('limits the concurrency', async () => {
    const { started, end, work } = gate();
    const told: number[] = [];
    const { signal } = new AbortController();
    const all = runEach([1, 2, 3], work, { atOnce: 2, signal, tell: (item) => told.push(item) });
    expect(started()).toEqual([1, 2]);
    end(2);
    await expect.poll(started).toEqual([1, 2, 3]);
    end(1);
    end(3);
    await all;
    expect(told).toEqual([2, 1, 3]);
  });

  it('starts and reports nothing after it is aborted', async () => {
    const { started, end, work } = gate();
    const told: number[] = [];
    const ending = new AbortController();
    const all = runEach([1, 2, 3], work, { atOnce: 1, signal: ending.signal, tell: (item) => told.push(item) });
    ending.abort();
    end(1);
    await all;
    expect([started(), told]).toEqual([[1], []]);
  });

  it('does nothing for an empty list', async () => {
    const { signal } = new AbortController();
    await expect(runEach([], async () => 1, { atOnce: 4, signal, tell: () => undefined })).resolves.toBeUndefined();
  });
});
