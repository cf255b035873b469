import { describe, expect, it } from 'vitest';
import { createFakeClock, settle } from '../../../base/src/fixtures/fake-clock.ts';
import { createRefresher, type RefreshRun } from './refresher.ts';

function setUp() {
  const clock = createFakeClock(0);
  const runs: { readonly at: number; readonly finish: (run: RefreshRun) => void }[] = [];
  const refresher = createRefresher({
    clock,
    run: () => new Promise((resolve) => runs.push({ at: clock.now(), finish: resolve })),
  });
  const finish = async (againMs?: number, costMs = 0): Promise<void> => {
    runs.at(-1)?.finish({ againMs, costMs });
    await settle();
  };
  return { clock, runs, refresher, finish };
}

describe('a refresher', () => {
  it('coalesces a burst into the running and one following run', async () => {
    const { clock, runs, refresher, finish } = setUp();
    for (let request = 0; request < 1_000; request++) refresher.refresh();
    expect(runs).toHaveLength(1);
    await clock.advance(200);
    for (let request = 0; request < 1_000; request++) refresher.refresh();
    await finish();
    for (let request = 0; request < 1_000; request++) refresher.refresh();
    expect(runs).toHaveLength(1);
    await clock.advance(300);
    expect(runs.map(({ at }) => at)).toEqual([0, 500]);
    await finish();
    await clock.advance(100_000);
    expect(runs).toHaveLength(2);
    expect(clock.pending()).toBe(0);
  });

  it('runs again at once when the last run took longer than the gap', async () => {
    const { clock, runs, refresher, finish } = setUp();
    refresher.refresh();
    await clock.advance(2_000);
    refresher.refresh();
    expect(runs).toHaveLength(1);
    await finish();
    expect(runs.map(({ at }) => at)).toEqual([0, 2_000]);
  });

  it('runs again soon after an expensive run, a few times a minute', async () => {
    const { clock, runs, refresher, finish } = setUp();
    for (let run = 0; run < 6; run++) {
      refresher.refresh();
      await clock.advance(run === 0 ? 0 : 500);
      expect(runs.map(({ at }) => at)).toHaveLength(run + 1);
      await finish(undefined, 1_000);
    }
    refresher.refresh();
    await clock.advance(19_999);
    expect(runs).toHaveLength(6);
    await clock.advance(1);
    expect(runs).toHaveLength(7);
    await finish(undefined, 1_000);
    // A source that was quiet for a while is refreshed soon again.
    await clock.advance(60_000);
    refresher.refresh();
    await finish(undefined, 1_000);
    refresher.refresh();
    await clock.advance(500);
    expect(runs).toHaveLength(9);
  });

  it.each([
    ['nothing', 0, 500],
    ['little', 20, 500],
    ['more', 100, 2_000],
    ['a lot', 1_000, 20_000],
    ['too much', 100_000, 60_000],
  ])('waits longer after more expensive consecutive runs: %s', async (_case, costMs, gapMs) => {
    const { clock, runs, refresher, finish } = setUp();
    for (let run = 0; run < 6; run++) {
      refresher.refresh();
      await clock.advance(run === 0 ? 0 : 500);
      await finish(undefined, run === 5 ? costMs : 0);
    }
    refresher.refresh();
    await clock.advance(gapMs - 1);
    expect(runs).toHaveLength(6);
    await clock.advance(1);
    expect(runs).toHaveLength(7);
  });

  it('reruns by itself when the run asks for it, unless requested before', async () => {
    const { clock, runs, refresher, finish } = setUp();
    refresher.refresh();
    await finish(30_000);
    await clock.advance(30_000);
    await finish(30_000);
    await clock.advance(10_000);
    refresher.refresh();
    await finish();
    await clock.advance(100_000);
    expect(runs.map(({ at }) => at)).toEqual([0, 30_000, 40_000]);
  });

  it.each([
    { isRunning: true, isWanted: false },
    { isRunning: true, isWanted: true },
    { isRunning: false, isWanted: false },
    { isRunning: false, isWanted: true },
  ])('starts nothing after close, with %o', async ({ isRunning, isWanted }) => {
    const { clock, runs, refresher, finish } = setUp();
    refresher.refresh();
    if (!isRunning) await finish(1_000);
    if (isWanted) refresher.refresh();
    refresher.close();
    await finish(1_000);
    refresher.refresh();
    await clock.advance(100_000);
    expect(runs).toHaveLength(1);
    expect(clock.pending()).toBe(0);
  });

  it('does not wait for hours when the system clock is set back', async () => {
    const clock = createFakeClock(0);
    let shift = 0;
    let runs = 0;
    const run = async (): Promise<RefreshRun> => {
      runs++;
      return { costMs: 0 };
    };
    const refresher = createRefresher({ clock: { ...clock, now: () => clock.now() + shift }, run });
    refresher.refresh();
    await settle();
    shift = -3_600_000;
    refresher.refresh();
    await clock.advance(500);
    expect(runs).toBe(2);
  });
});
