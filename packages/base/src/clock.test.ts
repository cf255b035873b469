import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settlesWithin, systemClock } from './clock.ts';

describe('systemClock', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
  afterEach(() => void vi.useRealTimers());

  it.each([
    [-5, 1],
    [100, 100],
    [2 ** 40, 2 ** 31 - 1],
    [Number.POSITIVE_INFINITY, 2 ** 31 - 1],
  ])('runs a timer that is due in %d ms after %d ms', (ms, waited) => {
    const run = vi.fn();
    systemClock.after(ms, run);
    expect(run).toHaveBeenCalledTimes(0);
    vi.advanceTimersByTime(waited - 1);
    if (ms > 0) expect(run).toHaveBeenCalledTimes(0);
    vi.advanceTimersByTime(1);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('does not run a cancelled timer', () => {
    const run = vi.fn();
    systemClock.after(1, run)();
    vi.advanceTimersByTime(10);
    expect(run).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each<[string, () => Promise<unknown>, boolean]>([
    ['ends', () => Promise.resolve(), true],
    ['fails', () => Promise.reject(new Error('no')), true],
    ['never ends', () => new Promise(() => {}), false],
  ])('waits for a promise that %s', async (_case, work, isInTime) => {
    const waiting = settlesWithin(work(), 1_000, systemClock);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await waiting).toBe(isInTime);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([0, 500])('stops waiting when a signal aborts after %d ms', async (ms) => {
    const controller = new AbortController();
    if (ms === 0) controller.abort();
    else setTimeout(() => controller.abort(), ms);
    const waiting = settlesWithin(new Promise(() => {}), 1_000, systemClock, controller.signal);
    await vi.advanceTimersByTimeAsync(ms);
    expect(await waiting).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });
});
