import { EMPTY_LOCK, err, type Lock, ok, type Pin, type Result } from '@toolmark/annotations';
import { expect, it } from 'vitest';
import { createFakeClock } from '../../../../base/src/fixtures/fake-clock.ts';
import type { LockStore } from './lock-store.ts';
import { createPins } from './pins.ts';

const pin = (destructive: boolean, accepted?: Pin['accepted']): Pin => ({
  hints: `readOnly=absent destructive=${destructive} idempotent=absent openWorld=absent`,
  prose: 'a'.repeat(64),
  pinnedAt: '2026-11-16T05:00:00.000Z',
  ...(accepted && { accepted }),
});
const acceptedAt = (minute: string): Pin['accepted'] => ({
  at: `2026-11-16T05:${minute}:00.000Z`,
  author: null,
  reason: null,
});

/** A store whose writes take until a test lets them end. */
function slowStore(lock: Lock = EMPTY_LOCK) {
  const ends: (() => void)[] = [];
  const world = { lock, problem: undefined as string | undefined, endWrite: () => ends.shift()?.() };
  const store: LockStore = {
    get: () => world.lock,
    update: (change) => {
      if (world.problem !== undefined) return Promise.resolve(err(world.problem));
      const next = change(world.lock);
      return new Promise<Result<undefined, string>>((resolve) => {
        ends.push(() => {
          world.lock = next;
          resolve(ok(undefined));
        });
      });
    },
    settled: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  return { world, store };
}

const lockOf = (entry: Pin): Lock => ({ servers: new Map([['notes', new Map([['job', entry]])]]) });

it('what gets stricter while the first sight is being written is not lost', async () => {
  const { world, store } = slowStore();
  const pins = createPins(store, createFakeClock());
  pins.add('notes', 'job', pin(false));
  const first = pins.flush();
  pins.tighten('notes', 'job', pin(true));
  world.endWrite();
  await first;
  expect(pins.of('notes', 'job')).toEqual(pin(true));
  const second = pins.flush();
  world.endWrite();
  await second;
  expect(world.lock.servers.get('notes')?.get('job')).toEqual(pin(true));
});

it('what somebody else pinned meanwhile counts', () => {
  const { world, store } = slowStore();
  const pins = createPins(store, createFakeClock());
  pins.add('notes', 'job', pin(false));
  expect(pins.of('notes', 'job')).toEqual(pin(false));
  world.lock = lockOf(pin(true));
  expect(pins.of('notes', 'job')).toEqual(pin(true));
});

it('is tried again when it could not be written', async () => {
  const { world, store } = slowStore();
  const clock = createFakeClock();
  const pins = createPins(store, clock);
  world.problem = 'the disk is full';
  pins.add('notes', 'job', pin(false));
  await clock.advance(1_000);
  expect([world.lock, clock.pending()]).toEqual([EMPTY_LOCK, 1]);
  world.problem = undefined;
  await clock.advance(60_000);
  world.endWrite();
  expect(world.lock).toEqual(lockOf(pin(false)));
});

it('is written at once when somebody has changed the file', async () => {
  const { world, store } = slowStore();
  const clock = createFakeClock();
  const pins = createPins(store, clock);
  pins.add('notes', 'job', pin(false));
  pins.retry();
  await clock.advance(0);
  world.endWrite();
  expect(world.lock).toEqual(lockOf(pin(false)));
});

it.each(['01', '09'])('an acceptance takes the place of the one that was known, be that of :%s', async (minute) => {
  const { world, store } = slowStore(lockOf(pin(true, acceptedAt(minute))));
  const pins = createPins(store, createFakeClock());
  const ours = pin(false, acceptedAt('05'));
  const accepting = pins.accept([{ server: 'notes', tool: 'job', pin: ours }]);
  world.endWrite();
  expect(await accepting).toEqual({ ok: true, value: undefined });
  expect(pins.of('notes', 'job')).toEqual(ours);
});

it('an acceptance does not take the place of one that somebody else has just given', async () => {
  const { world, store } = slowStore(lockOf(pin(true)));
  const theirs = pin(false, acceptedAt('01'));
  const pins = createPins(
    {
      ...store,
      update: (change) => {
        world.lock = lockOf(theirs);
        return store.update(change);
      },
    },
    createFakeClock(),
  );
  const accepting = pins.accept([{ server: 'notes', tool: 'job', pin: pin(false, acceptedAt('05')) }]);
  world.endWrite();
  expect(await accepting).toEqual({
    ok: false,
    error: { kind: 'conflict', message: expect.stringContaining('notes/job') },
  });
  expect(pins.of('notes', 'job')).toEqual(theirs);
});
