import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSilence } from './silence.ts';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

/** Runs on fake timers. */
const pass = (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds));

async function* slowly(...pauses: readonly number[]): AsyncIterable<Uint8Array> {
  for (const pause of pauses) {
    await pass(pause);
    yield new Uint8Array(1);
  }
}

/** Reads a body whose pieces arrive after pauses, and works on each for a while. */
async function read(pauses: readonly number[], workMs: number): Promise<readonly boolean[]> {
  const silence = createSilence(1_000);
  const gaveUp: boolean[] = [];
  const reading = (async () => {
    for await (const _chunk of silence.watch(slowly(...pauses))) {
      gaveUp.push(silence.signal.aborted);
      await pass(workMs);
    }
  })();
  await vi.advanceTimersByTimeAsync(60_000);
  await reading;
  return [...gaveUp, silence.signal.aborted];
}

describe('silence', () => {
  it.each<[string, readonly number[], number, readonly boolean[]]>([
    ['accepts any number of pieces with short pauses', [900, 900, 900], 0, [false, false, false, false]],
    ['does not count work on a piece as silence', [10, 10], 5_000, [false, false, false]],
    ['aborts after a longer pause', [900, 1_100], 0, [false, true, true]],
    ['aborts if the response headers do not arrive', [1_100], 0, [true, true]],
  ])('%s', async (_case, pauses, workMs, gaveUp) => {
    expect(await read(pauses, workMs)).toEqual(gaveUp);
  });
});
