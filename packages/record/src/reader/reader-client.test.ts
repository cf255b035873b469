import { describe, expect, it } from 'vitest';
import { createFakeClock, settle } from '../../../base/src/fixtures/fake-clock.ts';
import { createFakeThread } from '../fixtures/fake-thread.ts';
import type { ReaderOrder, ReaderReport } from './messages.ts';
import { createReaderClient, type ReaderClientOptions } from './reader-client.ts';

function setUp(change: Partial<ReaderClientOptions> = {}) {
  const clock = createFakeClock();
  const thread = createFakeThread<ReaderOrder, ReaderReport>();
  const client = createReaderClient({
    file: '/d/record.db',
    clock,
    opened: Promise.resolve(),
    problem: () => undefined,
    // Only the used parts of a worker thread.
    thread: () => thread as unknown as ReturnType<NonNullable<ReaderClientOptions['thread']>>,
    ...change,
  });
  return { client, clock, thread };
}

describe('the reader client', () => {
  it('passes questions and answers with exact numbers', async () => {
    const { client, thread } = setUp();
    const found = client.reader.call('c1');
    const missing = client.reader.session('s1');
    await settle();
    expect(thread.orders).toEqual([
      { id: 1, method: 'call', parameters: ['c1'] },
      { id: 2, method: 'session', parameters: ['s1'] },
    ]);
    thread.report({ id: 2, kind: 'value', json: undefined });
    thread.report({ id: 1, kind: 'value', json: '{"n":12345678901234567890}' });
    expect(JSON.stringify(await found)).toBe('{"n":12345678901234567890}');
    expect(await missing).toBeUndefined();
  });

  it("rejects with the thread's error", async () => {
    const { client, thread } = setUp();
    const asked = client.reader.lastEvent();
    await settle();
    thread.report({ id: 1, kind: 'error', message: 'odd' });
    await expect(asked).rejects.toThrow('odd');
    await expect(setUp({ problem: () => 'It is full.' }).client.reader.size()).rejects.toThrow('It is full.');
  });

  it('waits for the file, with a timeout', async () => {
    const { client, clock, thread } = setUp({ opened: new Promise(() => {}) });
    const asked = client.reader.size();
    const outcome = asked.catch((error: Error) => error.message);
    await clock.advance(10_000);
    expect(await outcome).toBe('/d/record.db could not be opened within 10 s.');
    expect(thread.orders).toEqual([]);
  });

  it('rejects waiting questions on close', async () => {
    const { client, clock } = setUp({ opened: new Promise(() => {}) });
    const outcome = client.reader.size().catch((error: Error) => error.message);
    await client.close();
    expect(await outcome).toBe('The gateway is stopping.');
    await expect(client.reader.size()).rejects.toThrow('stopping');
    expect(clock.pending()).toBe(0);
  });
});
