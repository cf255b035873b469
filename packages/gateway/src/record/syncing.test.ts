import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../base/fixtures/fake-clock.ts';
import type { Unsynced } from './journal/sync-file.ts';
import { createSyncing } from './syncing.ts';

const at = (offset: number, file = 0): Unsynced => ({ handle: 7, file, offset });

function setUp() {
  const clock = createFakeClock();
  const state: { unsynced: Unsynced | undefined; syncs: number } = { unsynced: undefined, syncs: 0 };
  const outbox = {
    unsynced: () => state.unsynced,
    sync: async () => {
      state.syncs += 1;
      return { ok: true, value: undefined } as const;
    },
  };
  return { state, clock, syncing: createSyncing({ outbox, clock, withinMs: 50 }) };
}

describe('bringing the journal to disk', () => {
  it('is left to the other thread as long as that does it', async () => {
    const { state, clock, syncing } = setUp();
    for (const offset of [10, 20, 30]) {
      state.unsynced = at(offset);
      expect(syncing.next()).toEqual(at(offset));
      await clock.advance(20);
      // More was written since.
      state.unsynced = at(offset + 5);
      syncing.done({ file: 0, offset });
      await clock.advance(30);
    }
    expect([state.syncs, clock.pending()]).toEqual([0, 0]);
  });

  it('is nobody’s work where there is nothing', () => {
    const { clock, syncing } = setUp();
    expect([syncing.next(), clock.pending()]).toEqual([undefined, 0]);
  });

  it('is done here when the other thread takes too long, whether more comes or not', async () => {
    const { state, clock, syncing } = setUp();
    state.unsynced = at(10);
    syncing.next();
    await clock.advance(49);
    expect(state.syncs).toBe(0);
    await clock.advance(1);
    expect(state.syncs).toBe(1);
    syncing.next();
    expect(syncing.next()).toBeUndefined();
    expect([state.syncs, clock.pending()]).toEqual([2, 0]);
  });

  it('is not done by what was done before', async () => {
    const { state, clock, syncing } = setUp();
    state.unsynced = at(10, 1);
    syncing.next();
    syncing.done({ file: 0, offset: 500 });
    syncing.done({ file: 1, offset: 9 });
    await clock.advance(50);
    expect(state.syncs).toBe(1);
  });

  it('ends when it is closed', async () => {
    const { state, clock, syncing } = setUp();
    state.unsynced = at(10);
    syncing.next();
    syncing.close();
    await clock.advance(1_000);
    expect(state.syncs).toBe(0);
  });
});
