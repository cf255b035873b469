import { describe, expect, it } from 'vitest';
import { createFakeClock, settle } from '../../base/src/fixtures/fake-clock.ts';
import { createFakeThread, type FakeThread } from './fixtures/fake-thread.ts';
import { createOnDemandWorker, type OnDemandWorkerOptions, WorkerUnavailable } from './on-demand-worker.ts';

interface Order {
  readonly id: number;
  readonly q: string;
}
interface Report {
  readonly id: number;
  readonly a: string;
}

function setUp(startFails: () => boolean = () => false) {
  const clock = createFakeClock();
  const threads: FakeThread<Order, Report>[] = [];
  let attempts = 0;
  const asked = createOnDemandWorker<Order, Report>({
    does: 'answers',
    start: () => {
      attempts += 1;
      if (startFails()) throw new Error('EAGAIN');
      const thread = createFakeThread<Order, Report>();
      threads.push(thread);
      // Only the used parts of a worker thread.
      return thread as unknown as ReturnType<OnDemandWorkerOptions['start']>;
    },
    clock,
    deadlineMs: 30_000,
  });
  const ask = (q: string): Promise<string> =>
    asked
      .ask((id) => ({ id, q }))
      .then(
        ({ a }) => a,
        (error: unknown) =>
          `${error instanceof WorkerUnavailable ? 'unanswered' : 'failed'}: ${(error as Error).message}`,
      );
  const reply = (thread: number, q: string): void => {
    const order = threads[thread]?.orders.find((each) => each.q === q);
    threads[thread]?.report({ id: order?.id ?? -1, a: `${q}!` });
  };
  return { asked, ask, reply, clock, threads, attempts: () => attempts };
}

describe('a question thread', () => {
  it('starts on the first question, and answers in any order', async () => {
    const { ask, reply, clock, threads } = setUp();
    expect(threads).toHaveLength(0);
    const answers = ['1', '2', '3'].map(ask);
    expect(threads).toHaveLength(1);
    for (const q of ['3', '1', '2']) reply(0, q);
    expect(await Promise.all(answers)).toEqual(['1!', '2!', '3!']);
    // No other timer than the idle one.
    expect(clock.pending()).toBe(1);
  });

  it('ends when idle, and restarts on the next question', async () => {
    const { ask, reply, clock, threads } = setUp();
    const [first, second] = [ask('1'), ask('2')];
    reply(0, '1');
    await first;
    await clock.advance(29_000);
    expect(threads[0]?.isTerminated()).toBe(false);
    reply(0, '2');
    await second;
    await clock.advance(29_000);
    const third = ask('3');
    reply(0, '3');
    expect(await third).toBe('3!');
    await clock.advance(29_000);
    expect(threads[0]?.isTerminated()).toBe(false);
    await clock.advance(1_000);
    expect([threads[0]?.isTerminated(), clock.pending()]).toEqual([true, 0]);
    const last = ask('4');
    reply(1, '4');
    expect(await last).toBe('4!');
  });

  it('fails only pending questions on a restart', async () => {
    const { asked, ask, reply, threads } = setUp();
    const old = ask('old');
    asked.restart();
    const young = ask('young');
    expect(await old).toBe('unanswered: The thread that answers was restarted.');
    // The first thread has ended by now and reports it.
    await settle();
    expect([threads[0]?.isTerminated(), threads[1]?.isTerminated()]).toEqual([true, false]);
    reply(1, 'young');
    expect(await young).toBe('young!');
  });

  it('restarts on the next question after a crash or exit', async () => {
    const { ask, reply, threads } = setUp();
    const [one, two] = [ask('1'), ask('2')];
    threads[0]?.break(new Error('out of memory'));
    threads[0]?.exit();
    expect([await one, await two]).toEqual(Array(2).fill('failed: The thread that answers crashed: out of memory'));
    const three = ask('3');
    threads[1]?.exit();
    expect(await three).toBe('failed: The thread that answers has ended.');
    const four = ask('4');
    reply(2, '4');
    expect(await four).toBe('4!');
  });

  it('is terminated after a timeout', async () => {
    const { ask, clock, threads } = setUp();
    const answer = ask('1');
    await clock.advance(30_000);
    expect(await answer).toBe('failed: The thread that answers did not reply within 30 s.');
    expect(threads[0]?.isTerminated()).toBe(true);
  });

  it('fails the question if it cannot start, and retries with back-off', async () => {
    let isShort = true;
    const { ask, reply, clock, attempts } = setUp(() => isShort);
    expect(await ask('1')).toBe('unanswered: The thread that answers could not be started: EAGAIN');
    expect(await ask('2')).toBe('unanswered: The thread that answers could not be started.');
    expect(attempts()).toBe(1);
    await clock.advance(1_000);
    await ask('3');
    await clock.advance(1_000);
    await ask('4');
    expect(attempts()).toBe(2);
    isShort = false;
    await clock.advance(1_000);
    const answer = ask('5');
    reply(0, '5');
    expect(await answer).toBe('5!');
  });

  it('answers nothing once closed', async () => {
    const { asked, ask, threads, clock } = setUp();
    const answer = ask('1');
    await asked.close();
    expect([await answer, await ask('2')]).toEqual(Array(2).fill('unanswered: The gateway is stopping.'));
    expect([threads.length, threads[0]?.isTerminated(), clock.pending()]).toEqual([1, true, 0]);
  });
});
