import { describe, expect, it } from 'vitest';
import type { Entry } from '../entry.ts';
import { WorkerUnavailable } from '../on-demand-worker.ts';
import type { Digest, Undigested } from '../store/store.ts';
import { createDigester } from './digester.ts';

const call = (seq: number): Undigested => ({ seq, arguments: null, result: null });
const digest = ({ seq }: Undigested): Digest => ({ seq, inputTokens: 1, outputTokens: 2, words: 'w' });
// Only an end's kind and key matter here.
const ends = (count: number): readonly Entry[] =>
  Array.from({ length: count }, (_, seq) => ({ kind: 'end', seq }) as Entry);

function setUp(calls: readonly Undigested[]) {
  let left = [...calls];
  let now = 10_000;
  let woken = 0;
  const timers: number[] = [];
  const problems: string[] = [];
  const stored: Digest[] = [];
  const asked: number[] = [];
  let broken: Error | undefined;
  const answers: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  const digester = createDigester({
    store: {
      undigested: async (limit) => {
        if (broken !== undefined) throw broken;
        return left.slice(0, limit);
      },
      digest: async (digests) => {
        stored.push(...digests);
        left = left.filter(({ seq }) => !digests.some((each) => each.seq === seq));
        return undefined;
      },
    },
    counter: {
      countCalls: (given) =>
        new Promise((resolve, reject) => {
          asked.push(given.length);
          answers.push({ resolve: () => resolve(given.map(digest)), reject });
        }),
    },
    tell: () => {},
    wake: () => {
      woken += 1;
    },
    onProblem: (message) => problems.push(message),
    clock: {
      now: () => now,
      after: (ms) => {
        timers.push(ms);
        return () => {};
      },
    },
  });
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    digester,
    stored,
    problems,
    timers,
    asked,
    add: (more: readonly Undigested[]) => left.push(...more),
    breakStore: (error?: Error) => {
      broken = error;
    },
    woken: () => woken,
    advance: (ms: number) => {
      now += ms;
    },
    counted: async (error?: Error) => {
      const answer = answers.shift();
      if (error === undefined) answer?.resolve();
      else answer?.reject(error);
      await settle();
    },
    isAsked: () => answers.length > 0,
  };
}

describe('the digester', () => {
  it('stores counts slice by slice until all is done', async () => {
    const calls = Array.from({ length: 600 }, (_, seq) => call(seq));
    const { digester, stored, counted, woken } = setUp(calls);
    expect(digester.isDone()).toBe(false);
    for (let slice = 1; slice <= 3; slice++) {
      await digester.step();
      await counted();
      expect(woken()).toBe(slice);
    }
    await digester.step();
    expect(stored).toEqual(calls.map(digest));
    expect(digester.isDone()).toBe(true);
  });

  it('requests nothing while a slice is being counted', async () => {
    const { digester, counted, isAsked } = setUp([call(1)]);
    await digester.step();
    await digester.step();
    await counted();
    expect(isAsked()).toBe(false);
  });

  it('starts again when more is stored', async () => {
    const { digester, counted } = setUp([]);
    await digester.step();
    expect(digester.isDone()).toBe(true);
    digester.stored([{ kind: 'session-end', id: 's', at: 1, reason: 'left' }]);
    expect(digester.isDone()).toBe(true);
    digester.stored(ends(1));
    expect(digester.isDone()).toBe(false);
    await digester.step();
    await counted();
    expect(digester.isDone()).toBe(true);
  });

  it('counts a failing call as zero and reports it', async () => {
    const { digester, stored, problems, counted } = setUp([call(1)]);
    await digester.step();
    await counted(new Error('broken'));
    await digester.step();
    expect(stored).toEqual([{ seq: 1, inputTokens: 0, outputTokens: 0, words: '' }]);
    expect(problems).toEqual(['the tokens of 1 calls could not be counted: broken']);
    expect(digester.isDone()).toBe(true);
  });

  it('isolates the call that crashes the counter, and counts the others', async () => {
    const calls = [1, 2, 3].map(call);
    const { digester, stored, asked, counted } = setUp(calls);
    await digester.step();
    await counted(new Error('out of memory'));
    for (const error of [undefined, new Error('out of memory'), undefined]) {
      await digester.step();
      await counted(error);
    }
    await digester.step();
    expect(asked).toEqual([3, 1, 1, 1]);
    expect(stored.map(({ seq, outputTokens }) => [seq, outputTokens])).toEqual([
      [1, 2],
      [2, 0],
      [3, 2],
    ]);
    await digester.step();
    expect(digester.isDone()).toBe(true);
  });

  it('pauses without a counter, delays no one, and retries', async () => {
    const { digester, stored, timers, advance, counted, isAsked } = setUp([call(1)]);
    await digester.step();
    await counted(new WorkerUnavailable('no thread'));
    digester.hurry(true);
    await digester.step();
    expect({ isAsked: isAsked(), isDone: digester.isDone(), stored, timers }).toEqual({
      isAsked: false,
      isDone: true,
      stored: [],
      timers: [10_000],
    });
    advance(10_000);
    await digester.step();
    await counted();
    await digester.step();
    expect(stored).toEqual([digest(call(1))]);
  });

  it('pauses while the store fails, and retries', async () => {
    const { digester, breakStore, advance, isAsked } = setUp([call(1)]);
    breakStore(new Error('odd'));
    await expect(digester.step()).rejects.toThrow('odd');
    breakStore();
    await digester.step();
    expect([isAsked(), digester.isDone()]).toEqual([false, true]);
    advance(10_000);
    await digester.step();
    expect([isAsked(), digester.isDone()]).toEqual([true, false]);
  });

  it('reports the key up to which everything is counted', async () => {
    const calls = Array.from({ length: 256 }, (_, seq) => call(seq));
    const { digester, add, counted } = setUp(calls);
    await digester.step();
    expect(digester.isDone(255)).toBe(false);
    add([call(300)]);
    await counted();
    await digester.step();
    expect([digester.isDone(255), digester.isDone(300), digester.isDone()]).toEqual([true, false, false]);
  });

  it('knows the highest ended key', () => {
    const { digester } = setUp([]);
    const before = digester.newest();
    digester.stored([{ kind: 'end', seq: before + 7 } as Entry, { kind: 'end', seq: before + 3 } as Entry]);
    expect(digester.newest()).toBe(before + 7);
  });

  it('reports and stores nothing after close', async () => {
    const { digester, problems, counted, woken } = setUp([call(1)]);
    await digester.step();
    digester.close();
    await counted(new WorkerUnavailable('The gateway is stopping.'));
    await digester.step();
    expect([problems, woken()]).toEqual([[], 0]);
  });

  it('rests between slices under load, unless someone waits', async () => {
    const calls = Array.from({ length: 600 }, (_, seq) => call(seq));
    const { digester, timers, advance, counted, isAsked } = setUp(calls);
    digester.stored(ends(600));
    await digester.step();
    advance(5);
    await counted();
    expect(timers).toEqual([150]);
    await digester.step();
    expect(isAsked()).toBe(false);
    digester.hurry(true);
    await digester.step();
    expect(isAsked()).toBe(true);
    advance(5);
    await counted();
    digester.hurry(false);
    advance(150);
    await digester.step();
    expect(isAsked()).toBe(true);
  });

  it('does not rest at low load', async () => {
    const { digester, timers, advance, counted } = setUp([call(1)]);
    digester.stored(ends(1));
    await digester.step();
    advance(5);
    await counted();
    expect(timers).toEqual([]);
  });
});
