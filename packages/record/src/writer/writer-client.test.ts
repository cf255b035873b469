import { describe, expect, it } from 'vitest';
import { createFakeClock, settle } from '../../../base/src/fixtures/fake-clock.ts';
import { createFakeThread, type FakeThread } from '../fixtures/fake-thread.ts';
import type { WriterOrder, WriterReport, WriterStart } from './messages.ts';
import { createWriterClient, type WriterState, type WriterThread } from './writer-client.ts';

const LIMITS = { sessions: 1, days: 1, bytes: 1, events: 1 };
let lastInstance = 0;

function setUp(options: { readonly startFails?: (attempt: number) => boolean } = {}) {
  lastInstance += 1;
  const instance = `1-0a1b2c3d-${lastInstance}`;
  const start: WriterStart = { folder: '/d', file: '/d/r.db', instance, pid: 1, host: 'h', retention: LIMITS };
  const clock = createFakeClock();
  const threads: FakeThread<WriterOrder, WriterReport>[] = [];
  const starts: WriterStart[] = [];
  const states: (readonly [WriterState['kind'], string | undefined])[] = [];
  const opened: unknown[] = [];
  const notes: string[] = [];
  const skipped: unknown[] = [];
  const events: unknown[] = [];
  const stored: unknown[] = [];
  const client = createWriterClient({
    start,
    clock,
    onOpened: (...given) => opened.push(given),
    onStored: (until) => stored.push(until),
    onEvents: (batch) => events.push(batch),
    onState: ({ kind, problem }) => states.push([kind, problem]),
    onNote: (message) => notes.push(message),
    onSkipped: (...given) => skipped.push(given),
    thread: (given) => {
      starts.push(given);
      if (options.startFails?.(starts.length) === true) throw new Error('EAGAIN');
      const thread = createFakeThread<WriterOrder, WriterReport>();
      threads.push(thread);
      // Only the used parts of a worker thread.
      return thread as unknown as WriterThread;
    },
  });
  const thread = (): FakeThread<WriterOrder, WriterReport> => {
    const last = threads.at(-1);
    if (last === undefined) throw new Error('No thread was started.');
    return last;
  };
  const kinds = (): readonly string[] => thread().orders.map(({ kind }) => kind);
  const idOf = (kind: 'settle' | 'count'): number => {
    const order = thread().orders.findLast((each) => each.kind === kind);
    return order !== undefined && 'id' in order ? order.id : -1;
  };
  const told = { states, opened, notes, skipped, events, stored };
  return { client, clock, start, threads, starts, ...told, thread, kinds, idOf };
}
const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
  let is = false;
  void promise.then(() => {
    is = true;
  });
  await settle();
  return is;
};

describe('the writer client', () => {
  it("passes on the thread's reports", async () => {
    const { client, thread, opened, states, notes, skipped, events, stored } = setUp();
    expect(await isSettled(client.opened)).toBe(false);
    thread().report({ kind: 'opened', slot: 3, isNew: true });
    expect(await isSettled(client.opened)).toBe(true);
    expect(client.state().kind).toBe('opening');
    thread().report({ kind: 'working' });
    thread().report({ kind: 'working' });
    thread().report({ kind: 'stored', position: { file: 1, offset: 2 } });
    thread().report({ kind: 'events', batch: { batch: 7, events: [] } });
    thread().report({ kind: 'skipped', count: 2, reason: 'r' });
    thread().report({ kind: 'note', message: 'm' });
    thread().report({ kind: 'failing', problem: 'full' });
    expect({ opened, states, notes, skipped, events, stored }).toEqual({
      opened: [[3, true]],
      states: [
        ['working', undefined],
        ['failing', 'full'],
      ],
      notes: ['m'],
      skipped: [[2, 'r']],
      events: [{ batch: 7, events: [] }],
      stored: [{ file: 1, offset: 2 }],
    });
  });

  it('counts, or reports that it cannot', async () => {
    const { client, clock, thread, idOf } = setUp();
    const counts = [1, 2, 3].map(() => {
      const counted = client.count(Buffer.from('{}'));
      return { counted, id: idOf('count') };
    });
    thread().report({ kind: 'counted', id: counts[0]?.id ?? 0, tokens: 0 });
    thread().report({ kind: 'counted', id: counts[1]?.id ?? 0, tokens: undefined });
    await clock.advance(60_000);
    expect(await Promise.all(counts.map(({ counted }) => counted))).toEqual([0, undefined, undefined]);
  });

  it('settles on the report, on a timeout, and at once if none can arrive', async () => {
    const { client, clock, thread, idOf } = setUp();
    const first = client.settled();
    expect(await isSettled(first)).toBe(false);
    thread().report({ kind: 'settled', id: idOf('settle') });
    expect(await isSettled(first)).toBe(true);
    const second = client.settled();
    await clock.advance(3_000);
    expect(await isSettled(second)).toBe(true);
    const third = client.settled();
    thread().exit();
    expect(await isSettled(third)).toBe(true);
    expect(await isSettled(client.settled())).toBe(true);
  });
});

describe('a thread that exits', () => {
  it('is reported, restarted, and given the earlier settings', async () => {
    const { client, clock, thread, threads, starts, states, kinds } = setUp();
    const limits = { ...LIMITS, days: 365 };
    client.setRetention(limits);
    client.listen(true);
    thread().break(new Error('odd'));
    thread().exit();
    expect(states.at(-1)?.[0]).toBe('failing');
    expect(await isSettled(client.opened)).toBe(true);
    await clock.advance(1_000);
    expect(threads).toHaveLength(2);
    expect(starts[1]).toMatchObject({ retention: limits });
    expect(kinds()).toEqual(['listen']);
    // It is open, but has not stored anything yet.
    thread().report({ kind: 'opened', slot: 1, isNew: false });
    expect(client.state().kind).toBe('failing');
    thread().report({ kind: 'working' });
    expect(client.state().kind).toBe('working');
  });

  it('drains the journal on a later close', async () => {
    const { client, clock, thread, kinds } = setUp();
    thread().exit();
    await clock.advance(1_000);
    const closed = client.close();
    expect(await isSettled(closed)).toBe(false);
    expect([kinds(), thread().isTerminated()]).toEqual([['close'], false]);
    thread().report({ kind: 'closed' });
    expect(await isSettled(closed)).toBe(true);
  });

  it('is restarted to drain the journal on an earlier close', async () => {
    const { client, clock, thread, threads, kinds } = setUp();
    thread().exit();
    const closed = client.close();
    expect([threads.length, kinds()]).toEqual([2, ['close']]);
    thread().report({ kind: 'closed' });
    await closed;
    await clock.advance(100_000);
    expect(threads).toHaveLength(2);
  });
});

describe('a thread that cannot be started', () => {
  it('is reported, and retried with back-off', async () => {
    const { client, clock, starts, states, opened, thread } = setUp({ startFails: (attempt) => attempt < 5 });
    expect(client.state()).toMatchObject({ kind: 'failing', problem: expect.stringContaining('EAGAIN') });
    await client.opened;
    const attempts: number[] = [];
    for (let second = 0; second <= 15; second++) {
      attempts.push(starts.length);
      await clock.advance(1_000);
    }
    expect(attempts).toEqual([1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5]);
    thread().report({ kind: 'opened', slot: 1, isNew: true });
    thread().report({ kind: 'working' });
    expect([states.map(([kind]) => kind), opened]).toEqual([['failing', 'working'], [[1, true]]]);
  });

  it('does not delay close', async () => {
    const { client } = setUp({ startFails: () => true });
    await client.close();
  });
});

describe('closing', () => {
  it('has a timeout, and terminates the thread', async () => {
    const { client, clock, thread } = setUp();
    const counted = client.count(Buffer.from('{}'));
    const closed = client.close();
    expect(client.close()).toBe(closed);
    await clock.advance(4_999);
    expect(thread().isTerminated()).toBe(false);
    await clock.advance(1);
    await closed;
    expect([thread().isTerminated(), await counted, clock.pending()]).toEqual([true, undefined, 0]);
  });
});

describe('two recorders in one process', () => {
  it('know each other', async () => {
    const one = setUp();
    const two = setUp();
    const both = [one.start.instance, two.start.instance];
    expect(two.starts[0]?.siblings).toEqual(expect.arrayContaining(both));
    expect(one.thread().orders).toContainEqual({ kind: 'siblings', ids: expect.arrayContaining(both) });
    const closed = two.client.close();
    two.thread().report({ kind: 'closed' });
    await closed;
    const told = one.thread().orders.findLast(({ kind }) => kind === 'siblings');
    expect(told).toEqual({ kind: 'siblings', ids: expect.not.arrayContaining([two.start.instance]) });
  });
});
