import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSilence } from './silence.ts';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

/** On the faked clock. */
const pass = (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds));

async function* slowly(...pauses: readonly number[]): AsyncIterable<Uint8Array> {
  for (const pause of pauses) {
    await pass(pause);
    yield new Uint8Array(1);
  }
}

/** Reads a body in which each piece comes after a pause, and works on each for a while. */
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
    ['pieces that keep coming are waited for, however many', [900, 900, 900], 0, [false, false, false, false]],
    ['work on a piece is no silence', [10, 10], 5_000, [false, false, false]],
    ['a longer pause is given up', [900, 1_100], 0, [false, true, true]],
    ['so is a head that does not come', [1_100], 0, [true, true]],
  ])('%s', async (_case, pauses, workMs, gaveUp) => {
    expect(await read(pauses, workMs)).toEqual(gaveUp);
  });
});
