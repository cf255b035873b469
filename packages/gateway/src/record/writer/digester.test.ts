import { describe, expect, it } from 'vitest';
import type { Digest, Undigested } from '../../store/store.ts';
import type { Entry } from '../entry.ts';
import { createDigester } from './digester.ts';

const call = (seq: number): Undigested => ({ seq, arguments: null, result: null });
const digest = ({ seq }: Undigested): Digest => ({ seq, inputTokens: 1, outputTokens: 2, words: 'w' });
// Of an end nothing but its kind is looked at here.
const ends = (count: number): readonly Entry[] => Array.from({ length: count }, () => ({ kind: 'end' }) as Entry);

function setUp(calls: readonly Undigested[]) {
  let left = [...calls];
  let now = 10_000;
  let woken = 0;
  const timers: number[] = [];
  const problems: string[] = [];
  const stored: Digest[] = [];
  const answers: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  const digester = createDigester({
    store: {
      undigested: async (limit) => left.slice(0, limit),
      digest: async (digests) => {
        stored.push(...digests);
        left = left.filter(({ seq }) => !digests.some((each) => each.seq === seq));
        return undefined;
      },
    },
    counter: {
      countCalls: (given) =>
        new Promise((resolve, reject) => {
          answers.push({ resolve: () => resolve(given.map(digest)), reject });
        }),
    },
    tell: () => {},
    wake: () => {
      woken += 1;
    },
    onProblem: (message) => problems.push(message),
    now: () => now,
    after: (ms) => timers.push(ms),
  });
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    digester,
    stored,
    problems,
    timers,
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

describe('counting', () => {
  it('stores what was counted, slice by slice, until all is done', async () => {
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

  it('asks for nothing more while something is being counted', async () => {
    const { digester, counted, isAsked } = setUp([call(1)]);
    await digester.step();
    await digester.step();
    await counted();
    expect(isAsked()).toBe(false);
  });

  it('begins again when more is stored', async () => {
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

  it('counts as nothing what cannot be counted, and says so', async () => {
    const { digester, stored, problems, counted } = setUp([call(1)]);
    await digester.step();
    await counted(new Error('broken'));
    await digester.step();
    expect(stored).toEqual([{ seq: 1, inputTokens: 0, outputTokens: 0, words: '' }]);
    expect(problems).toEqual(['the tokens of 1 calls could not be counted: broken']);
    expect(digester.isDone()).toBe(true);
  });

  it('rests in between while calls come fast, unless somebody waits', async () => {
    const calls = Array.from({ length: 600 }, (_, seq) => call(seq));
    const { digester, timers, advance, counted, isAsked } = setUp(calls);
    digester.stored(ends(600));
    await digester.step();
    advance(5);
    await counted();
    expect(timers).toEqual([40]);
    await digester.step();
    expect(isAsked()).toBe(false);
    digester.hurry(true);
    await digester.step();
    expect(isAsked()).toBe(true);
    advance(5);
    await counted();
    digester.hurry(false);
    advance(40);
    await digester.step();
    expect(isAsked()).toBe(true);
  });

  it('does not rest when calls come one by one', async () => {
    const { digester, timers, advance, counted } = setUp([call(1)]);
    digester.stored(ends(1));
    await digester.step();
    advance(5);
    await counted();
    expect(timers).toEqual([]);
  });
});
