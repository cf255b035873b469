import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../base/src/fixtures/fake-clock.ts';
import { createFakeThread } from '../fixtures/fake-thread.ts';
import { type OnDemandWorkerOptions, WorkerUnavailable } from '../on-demand-worker.ts';
import { createCounterClient } from './counter-client.ts';
import type { CounterOrder, CounterReport } from './messages.ts';

function setUp() {
  const thread = createFakeThread<CounterOrder, CounterReport>();
  // Only the used parts of a worker thread.
  const start = () => thread as unknown as ReturnType<OnDemandWorkerOptions['start']>;
  return { thread, client: createCounterClient(createFakeClock(), start) };
}

describe('the counter client', () => {
  it('sends calls and pages, and returns their counts', async () => {
    const { thread, client } = setUp();
    const calls = client.countCalls([{ seq: 1, arguments: null, result: null }]);
    const page = client.countPage(Buffer.from('{}'));
    expect(thread.orders.map(({ kind, id }) => [kind, id])).toEqual([
      ['calls', 1],
      ['page', 2],
    ]);
    const digests = [{ seq: 1, inputTokens: 1, outputTokens: 2, words: 'w' }];
    thread.report({ kind: 'page', id: 2, tokens: 7 });
    thread.report({ kind: 'calls', id: 1, digests });
    expect([await calls, await page]).toEqual([digests, 7]);
  });

  it('distinguishes a failed count from a missing thread', async () => {
    const { thread, client } = setUp();
    const broken = client.countPage(Buffer.from('{}')).catch((error: unknown) => error instanceof WorkerUnavailable);
    thread.break(new Error('odd'));
    expect(await broken).toBe(false);
    const closed = client.countPage(Buffer.from('{}')).catch((error: unknown) => error instanceof WorkerUnavailable);
    await client.close();
    expect(await closed).toBe(true);
  });
});
