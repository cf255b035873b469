import { getEventListeners } from 'node:events';
import { errorOf, failed, type RpcReply, result } from '@toolmark/base';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFakeClock, settle } from '../../../base/src/fixtures/fake-clock.ts';
import { createFakeConnection } from '../fixtures/fake-connection.ts';
import { ownError, unsentError } from '../own-error.ts';
import { type CallQueue, createCallQueue } from './call-queue.ts';

const ANSWER = { bytes: 1_000_000, values: 100_000 };

function setUp({ concurrency = 2, queue = 3 } = {}) {
  const clock = createFakeClock(0);
  const connection = createFakeConnection();
  const away = { backAt: 0 };
  const silences: boolean[] = [];
  const calls: CallQueue = createCallQueue({
    config: { name: 'notes', timeoutMs: 60_000, maxTimeoutMs: 90_000, concurrency, queue, answer: ANSWER },
    clock,
    backAt: () => away.backAt,
    whyAway: () => errorOf('upstreamUnavailable', 'away'),
    onSilence: (isSilent) => void silences.push(isSilent),
    onBug: (error) => errorOf('internal', String(error)),
  });
  const replies: (string | undefined)[] = [];
  /** Sends a call and stores its outcome under the call's number. */
  const call = (signal?: AbortSignal): number => {
    const id = replies.push(undefined) - 1;
    void calls.request('tools/call', { id }, signal ? { signal } : {}).then((reply) => {
      if (replies[id] !== undefined) throw new Error('answered twice');
      replies[id] = nameOf(reply);
    });
    return id;
  };
  const sent = (): readonly unknown[] => connection.requests.map(({ params }) => params?.['id']);
  const answer = async (id: number): Promise<void> => {
    connection.requests.find(({ params }) => params?.['id'] === id)?.reply(result({ id }));
    await settle();
  };
  return { clock, connection, away, calls, silences, replies, call, sent, answer };
}

const nameOf = (reply: RpcReply): string => {
  if (reply.kind !== 'error') return reply.kind;
  const data = reply.error.data as { readonly error: string };
  return data.error;
};

describe('a queue of calls', () => {
  it('runs up to the limit, queues the next in order, and refuses the rest', async () => {
    const { calls, connection, call, sent, answer, replies } = setUp();
    calls.open(connection);
    for (let id = 0; id < 6; id++) call();
    await settle();
    expect(sent()).toEqual([0, 1]);
    expect([calls.running(), calls.waiting()]).toEqual([2, 3]);
    expect(replies[5]).toBe('upstreamBusy');
    await answer(1);
    expect(sent()).toEqual([0, 1, 2]);
    await answer(0);
    await answer(2);
    expect(sent()).toEqual([0, 1, 2, 3, 4]);
    await answer(3);
    await answer(4);
    expect(replies).toEqual(['result', 'result', 'result', 'result', 'result', 'upstreamBusy']);
    expect([calls.running(), calls.waiting()]).toEqual([0, 0]);
  });

  it('sets no timer for a call that runs at once', () => {
    const { calls, connection, call, clock, sent } = setUp();
    calls.open(connection);
    call();
    expect(sent()).toEqual([0]);
    expect(clock.pending()).toBe(0);
  });

  it("passes on a call's options and its remaining time", async () => {
    const { calls, connection, call, clock, answer } = setUp({ concurrency: 1 });
    calls.open(connection);
    call();
    const onProgress = (): void => {};
    void calls.request('tools/call', {}, { onProgress });
    await clock.advance(20_000);
    await answer(0);
    expect(connection.requests.map(({ exchange }) => exchange)).toEqual([
      { answer: ANSWER, timeoutMs: 60_000, maxTimeoutMs: 90_000 },
      { answer: ANSWER, timeoutMs: 60_000, maxTimeoutMs: 70_000, onProgress },
    ]);
  });

  it('drops a call that is cancelled or waited too long', async () => {
    const { calls, connection, call, clock, replies, sent, answer } = setUp({ concurrency: 1 });
    calls.open(connection);
    const controller = new AbortController();
    call();
    call(controller.signal);
    call();
    controller.abort();
    await settle();
    expect(replies).toEqual([undefined, 'cancelled', undefined]);
    expect(call(AbortSignal.abort())).toBe(3);
    await clock.advance(60_000);
    expect(replies).toEqual([undefined, 'cancelled', 'upstreamTimeout', 'cancelled']);
    await answer(0);
    expect(sent()).toEqual([0]);
    expect(clock.pending()).toBe(0);
  });

  it('removes its abort listener when the wait ends', async () => {
    const { calls, connection, call, answer } = setUp({ concurrency: 1 });
    calls.open(connection);
    const { signal } = new AbortController();
    call();
    call(signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await answer(0);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('frees its slots when a connection rejects', async () => {
    const { calls, call, replies } = setUp({ concurrency: 1 });
    calls.open({ request: () => Promise.reject(new Error('bug')) });
    call();
    await settle();
    call();
    await settle();
    expect(replies).toEqual(['internal', 'internal']);
    expect(calls.running()).toBe(0);
  });

  describe('while the server is away', () => {
    it('waits for it for at most five seconds', async () => {
      const { calls, connection, call, clock, replies, sent } = setUp();
      call();
      await clock.advance(2_000);
      call();
      await clock.advance(3_000);
      expect(replies).toEqual(['upstreamUnavailable', undefined]);
      calls.open(connection);
      expect(sent()).toEqual([1]);
      expect(clock.pending()).toBe(0);
    });

    it('does not wait if it will not be back by then', async () => {
      const { call, away, replies } = setUp();
      away.backAt = 5_000;
      call();
      away.backAt = 4_999;
      call();
      await settle();
      expect(replies).toEqual(['upstreamUnavailable', undefined]);
    });

    it('reports that it is away, not busy, when the queue is full', async () => {
      const { call, replies } = setUp({ queue: 1 });
      call();
      call();
      await settle();
      expect(replies).toEqual([undefined, 'upstreamUnavailable']);
    });

    it('answers hopeless waiters as soon as that is known', async () => {
      const { calls, call, away, clock, replies } = setUp();
      call();
      await clock.advance(1_000);
      call();
      away.backAt = 5_500;
      calls.review();
      await settle();
      expect(replies).toEqual(['upstreamUnavailable', undefined]);
      away.backAt = Number.POSITIVE_INFINITY;
      calls.review();
      await settle();
      expect(replies).toEqual(['upstreamUnavailable', 'upstreamUnavailable']);
      expect(clock.pending()).toBe(0);
    });

    it.each([0, 1])(
      'sends nothing to a connection that just died, with %i waiting and one retrying',
      async (waiting) => {
        const { calls, connection, call, clock, replies, sent } = setUp({ concurrency: 1 });
        // The loss is known a few moments later, as with a real connection.
        void connection.closed.then(settle).then(calls.hold);
        calls.open(connection);
        const retried = calls.request('tools/call', { id: 'first' }, {}).then(() => call());
        for (let index = 0; index < waiting; index++) call();
        connection.die('It ended.');
        await retried;
        await settle();
        await settle();
        expect(sent()).toEqual(['first']);
        calls.open({ request: async () => result({}) });
        await settle();
        expect(replies).toEqual(Array.from({ length: waiting + 1 }, () => 'result'));
        expect(clock.pending()).toBe(0);
      },
    );

    it('continues with a live connection that reported a call as dead', async () => {
      const { calls, connection, call, clock, sent } = setUp({ concurrency: 1 });
      calls.open(connection);
      call();
      call();
      connection.requests[0]?.reply(failed(errorOf('upstreamDied', 'cut off')));
      await clock.advance(0);
      expect(sent()).toEqual([0, 1]);
    });

    it('limits the wait of calls that were queued to five seconds too', async () => {
      const { calls, connection, call, clock, replies } = setUp({ concurrency: 1 });
      calls.open(connection);
      call();
      call();
      calls.hold();
      await clock.advance(5_000);
      expect(replies).toEqual([undefined, 'upstreamUnavailable']);
    });

    it('gives queued calls five seconds too, and their old deadline on reconnect', async () => {
      const { calls, connection, call, clock, replies } = setUp({ concurrency: 1 });
      calls.open(connection);
      call();
      call();
      await clock.advance(10_000);
      calls.hold();
      await clock.advance(4_999);
      expect(replies).toEqual([undefined, undefined]);
      calls.open(connection);
      await clock.advance(45_000);
      expect(replies).toEqual([undefined, undefined]);
      await clock.advance(1);
      expect(replies).toEqual([undefined, 'upstreamTimeout']);
    });
  });

  describe('retries a call that the server has not seen', () => {
    const unsent = (): RpcReply => failed(unsentError('upstreamUnavailable', 'The server ended the session.'));

    it('on the next connection, before the loss is noticed', async () => {
      const { calls, connection, call, clock, replies, sent, answer } = setUp();
      calls.open(connection);
      call();
      connection.requests[0]?.reply(unsent());
      await settle();
      calls.hold();
      await clock.advance(1_000);
      expect([sent(), calls.running(), calls.waiting()]).toEqual([[0], 0, 1]);
      calls.open(connection);
      expect(sent()).toEqual([0, 0]);
      connection.requests[1]?.reply(result({}));
      await answer(0);
      expect(replies).toEqual(['result']);
      expect([calls.running(), calls.waiting(), clock.pending()]).toEqual([0, 0, 0]);
    });

    it('only once', async () => {
      const { calls, connection, call, clock, replies, sent } = setUp();
      calls.open(connection);
      call();
      connection.requests[0]?.reply(unsent());
      await settle();
      await clock.advance(0);
      connection.requests[1]?.reply(unsent());
      await clock.advance(1_000);
      expect([sent(), replies]).toEqual([[0, 0], ['upstreamUnavailable']]);
    });

    it('unless it was cancelled, no reconnect is expected, or the queue is full', async () => {
      const { calls, connection, call, clock, replies, away } = setUp({ concurrency: 3, queue: 1 });
      calls.open(connection);
      const controller = new AbortController();
      call(controller.signal);
      call();
      call();
      connection.requests[1]?.reply(unsent());
      connection.requests[2]?.reply(unsent());
      controller.abort();
      connection.requests[0]?.reply(unsent());
      await settle();
      away.backAt = Number.POSITIVE_INFINITY;
      calls.hold();
      calls.review();
      await clock.advance(0);
      expect(replies).toEqual(['upstreamUnavailable', 'upstreamUnavailable', 'upstreamUnavailable']);
      expect(connection.requests).toHaveLength(3);
    });

    it('but not for errors that only look alike', async () => {
      const { calls, connection, call, clock, replies, sent } = setUp();
      calls.open(connection);
      call();
      connection.requests[0]?.reply(failed(errorOf('upstreamUnavailable', 'The server ended the session.')));
      await clock.advance(1_000);
      expect([sent(), replies]).toEqual([[0], ['upstreamUnavailable']]);
    });
  });

  describe("with calls that depend on the server's list", () => {
    const changed = unsentError('invalidParams', 'The tool has changed.');

    it("holds them until a new connection's list arrives, and sends the others", async () => {
      const { calls, connection, call, clock, sent } = setUp();
      void calls.request('tools/call', { id: 'listed' }, { check: () => undefined });
      call();
      calls.open(connection);
      void calls.request('tools/call', { id: 'late' }, { check: () => undefined });
      expect(sent()).toEqual([0]);
      calls.listed();
      expect(sent()).toEqual([0, 'listed']);
      connection.requests[0]?.reply(result({}));
      await settle();
      expect([sent(), calls.waiting(), clock.pending()]).toEqual([[0, 'listed', 'late'], 0, 0]);
      calls.hold();
      calls.open(connection);
      void calls.request('tools/call', { id: 'again' }, { check: () => undefined });
      expect(calls.waiting()).toBe(1);
    });

    it('holds them no longer than for a server that is away', async () => {
      const { calls, connection, clock } = setUp();
      const replies: unknown[] = [];
      const note = (reply: RpcReply) => void replies.push([clock.now(), nameOf(reply)]);
      void calls.request('tools/call', {}, { check: () => undefined }).then(note);
      await clock.advance(4_000);
      calls.open(connection);
      void calls.request('tools/call', {}, { check: () => undefined }).then(note);
      await clock.advance(60_000);
      expect(replies).toEqual([
        [9_000, 'upstreamUnavailable'],
        [9_000, 'upstreamUnavailable'],
      ]);
      expect([connection.requests.length, clock.pending()]).toEqual([0, 0]);
    });

    it('checks each call right before it is sent, and drops refused ones', async () => {
      const { calls, connection, call, sent, answer } = setUp({ concurrency: 1 });
      let isSame = true;
      const check = () => (isSame ? undefined : changed);
      calls.open(connection);
      calls.listed();
      call();
      const waiting = calls.request('tools/call', { id: 'waiting' }, { check });
      call();
      isSame = false;
      await answer(0);
      expect(await waiting).toEqual(failed(changed));
      expect(sent()).toEqual([0, 1]);
      await answer(1);
      expect(await calls.request('tools/call', {}, { check })).toEqual(failed(changed));
      expect([sent(), calls.running()]).toEqual([[0, 1], 0]);
    });

    it('checks again before a retry', async () => {
      const { calls, connection, sent } = setUp();
      const answers = [undefined, changed];
      calls.open(connection);
      calls.listed();
      const reply = calls.request('tools/call', { id: 'a' }, { check: () => answers.shift() });
      connection.requests[0]?.reply(failed(unsentError('upstreamUnavailable', 'The session is over.')));
      await settle();
      calls.hold();
      calls.open(connection);
      calls.listed();
      expect(await reply).toEqual(failed(changed));
      expect(sent()).toEqual(['a']);
    });

    it('drops calls whose check throws, and continues', async () => {
      const { calls, connection, call, sent } = setUp();
      const broken = calls.request(
        'tools/call',
        {},
        {
          check: () => {
            throw new Error('bug');
          },
        },
      );
      call();
      calls.open(connection);
      calls.listed();
      expect(nameOf(await broken)).toBe('internal');
      expect([sent(), calls.running()]).toEqual([[0], 1]);
    });
  });

  it('notices several unanswered calls in a row, and the recovery', async () => {
    const { calls, connection, call, silences } = setUp({ concurrency: 10 });
    calls.open(connection);
    const timeout = failed(ownError('upstreamTimeout', 'late'));
    const replies = [
      timeout,
      timeout,
      failed(errorOf('upstreamTimeout', 'of the server')),
      timeout,
      timeout,
      failed(ownError('upstreamBusy', 'full')),
      timeout,
      timeout,
      result({}),
      timeout,
    ];
    const states: boolean[] = [];
    for (const reply of replies) {
      call();
      connection.requests.at(-1)?.reply(reply);
      await settle();
      states.push(calls.isSilent());
    }
    expect(states).toEqual([false, false, false, false, false, false, true, true, false, false]);
    expect(silences).toEqual([true, false]);
  });

  it('never exceeds the limit, keeps the order, and answers every call once', async () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.constant({ kind: 'call' as const }) },
      { weight: 2, arbitrary: fc.constant({ kind: 'cancellable' as const }) },
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('answer' as const), which: fc.nat(9) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(9) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(40_000) }) },
      { weight: 1, arbitrary: fc.constantFrom({ kind: 'hold' as const }, { kind: 'open' as const }) },
    );
    const scenario = fc.record({
      concurrency: fc.integer({ min: 1, max: 4 }),
      queue: fc.nat(5),
      steps: fc.array(step, { maxLength: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async ({ concurrency, queue, steps }) => {
        const { calls, connection, call, clock, replies, sent, answer } = setUp({ concurrency, queue });
        const controllers: AbortController[] = [];
        const open = new Set<number>();
        for (const move of steps) {
          if (move.kind === 'call') call();
          if (move.kind === 'cancellable') {
            controllers.push(new AbortController());
            call(controllers.at(-1)?.signal);
          }
          if (move.kind === 'answer') await answer([...open][move.which] ?? -1);
          if (move.kind === 'cancel') controllers[move.which]?.abort();
          if (move.kind === 'pass') await clock.advance(move.ms);
          if (move.kind === 'hold') calls.hold();
          if (move.kind === 'open') calls.open(connection);
          await settle();
          open.clear();
          for (const id of sent()) if (replies[Number(id)] === undefined) open.add(Number(id));
          expect(open.size).toBe(calls.running());
          expect(open.size).toBeLessThanOrEqual(concurrency);
          expect(calls.waiting()).toBeLessThanOrEqual(queue);
        }
        const order = sent().map(Number);
        expect(order).toEqual(order.toSorted((a, b) => a - b));
        connection.die('the end');
        await clock.advance(200_000);
        expect(replies).not.toContain(undefined);
        expect([calls.running(), calls.waiting(), clock.pending()]).toEqual([0, 0, 0]);
      }),
      { numRuns: 60 },
    );
  });
});
