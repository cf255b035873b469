import { failed, type RpcReply } from '@toolmark/base';
import { unsentError } from '@toolmark/upstream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestClock, settle } from '../../../../base/src/fixtures/test-clock.ts';
import type { TestCaller } from '../../core/fixtures/caller.ts';
import { CANCEL, DONE, FORM, incapable, modern, old, PARAMS, pipe, YES } from '../../core/fixtures/pipe.ts';
import { createTestServer, type Received } from '../../core/fixtures/server.ts';
import { ABANDONED_MS, AFTERTHOUGHT_MS, QUESTION_WINDOW_MS } from './limits.ts';
import { createQuestionRouter } from './question-router.ts';
import { createTurnQueues } from './turn-queue.ts';
import type { UpstreamRequest } from './upstream-request.ts';

describe('a question that names no request', () => {
  it('is put to the only client that has one under way, through the newest', async () => {
    const [first, second] = [old('one'), old('one')];
    const { ask } = pipe(first, second);
    const answer = ask();
    expect([first.asked.length, second.asked.map(({ params }) => params)]).toEqual([0, [FORM]]);
    second.asked[0]?.reply(YES);
    expect(await answer).toEqual(YES);
  });

  it('is put through the newest request whose client can be asked that', async () => {
    const [first, second] = [old('one'), old('one', { capabilities: { roots: {} } })];
    const { ask } = pipe(first, second);
    void ask();
    expect([first.asked.length, second.asked.length]).toEqual([1, 0]);
  });

  it('goes to another request of the same client when that one ends first', async () => {
    const [first, second] = [old('one'), old('one')];
    const { ask, server } = pipe(first, second);
    const answer = ask();
    server.received[1]?.reply(DONE);
    await settle();
    expect([first.asked.length, second.asked[0]?.signal.aborted]).toEqual([1, true]);
    first.asked[0]?.reply(YES);
    expect(await answer).toEqual(YES);
  });

  it('does not go to another client when the one that was asked is gone', async () => {
    const [first, second] = [old('one'), old('two')];
    const { ask, server, call } = pipe(first);
    const answer = ask();
    void call(second);
    server.received[0]?.reply(DONE);
    expect(await answer).toEqual(CANCEL);
    expect(second.asked).toEqual([]);
  });

  it.each<[string, TestCaller, TestCaller]>([
    ['two sessions', old('one'), old('two')],
    ['a session and a principal', old('one'), modern('local')],
    ['two principals', modern('one'), modern('two')],
    ['two windows of one 2026-07-28 client', modern('one'), modern('one')],
    ['two programs of one principal', modern('one'), modern('one', { client: { name: 'other', version: '1' } })],
    ['one that can be asked and one that cannot, for it may be that one’s', old('one'), incapable('two')],
  ])('is shown to nobody while there are requests of %s', async (_, first, second) => {
    const { ask, logged, clock } = pipe(first, second);
    expect(await ask()).toEqual(
      failed({
        code: -32064,
        message:
          'Requests of several clients are in progress, or were a moment ago, so it is unclear which client to ask. Clients take turns at this server now; try again.',
        data: { error: 'upstreamBusy' },
      }),
    );
    await ask();
    clock.pass(QUESTION_WINDOW_MS);
    expect([first.asked, second.asked]).toEqual([[], []]);
    expect(logged).toEqual([
      ['warn', { server: 's' }, 'asks questions that could be for several clients; its clients take turns from now on'],
    ]);
  });

  it.each<[string, TestCaller[], string, RpcReply]>([
    ['a form nobody is there for', [], 'elicitation/create', CANCEL],
    [
      'roots nobody is there for',
      [],
      'roots/list',
      failed({
        code: -32060,
        message: 'No request is in progress whose client could be asked.',
        data: { error: 'cancelled' },
      }),
    ],
    [
      'clients that can be asked nothing',
      [incapable('one'), incapable('two')],
      'roots/list',
      failed({ code: -32601, message: 'The client of this call does not support roots.' }),
    ],
    [
      'what is no question',
      [old('one'), old('two')],
      'x/y',
      failed({ code: -32601, message: 'Method not found: x/y' }),
    ],
  ])('is refused: %s', async (_, callers, method, expected) => {
    const { ask, logged } = pipe(...callers);
    expect(await ask({}, method)).toEqual(expected);
    expect(logged).toEqual([]);
  });

  it('is put through each request once only', async () => {
    const server = createTestServer('s', 'legacy');
    const queues = createTurnQueues(createTestClock(), () => [server]);
    const router = createQuestionRouter({ queues, onTurns: () => {} });
    let asked = 0;
    const evasive: UpstreamRequest = {
      party: 'one',
      clientKey: 'one',
      session: 'one',
      sink: () => undefined,
      isWaiting: () => false,
      canAnswer: () => true,
      ask: () => {
        asked += 1;
        if (asked > 9) throw new Error('asked for ever');
        return Promise.resolve(undefined);
      },
      end: () => {},
    };
    queues.of(server).enter(evasive);
    expect(await router.question(server, { method: 'elicitation/create', params: FORM })).toEqual(CANCEL);
    expect(asked).toBe(1);
  });

  it('is parked for a 2026-07-28 client', async () => {
    const { ask, replies, clock, core, server } = pipe(modern('one'));
    const answer = ask();
    await settle();
    clock.pass(QUESTION_WINDOW_MS);
    const reply = await replies[0];
    const requestState = reply?.kind === 'result' ? reply.result['requestState'] : undefined;
    const next = core.handle(
      'tools/call',
      { ...PARAMS, requestState, inputResponses: { q1: { action: 'accept' } } },
      modern('one'),
    );
    expect(await answer).toEqual(YES);
    server.last().reply(DONE);
    expect(await next).toMatchObject({ kind: 'result' });
  });

  it('may still be of a request that was cancelled, so it is shown to nobody else for a while', async () => {
    const [first, second] = [old('one'), old('two')];
    const { ask, clock, replies } = pipe(first, second);
    first.cancel();
    await replies[0];
    expect(await ask()).toMatchObject({ error: { code: -32064 } });
    clock.pass(ABANDONED_MS);
    void ask();
    expect([first.asked.length, second.asked.length, clock.planned()]).toEqual([0, 1, 1]);
  });

  it('is shown again once the server has answered the cancelled request', async () => {
    const [first, second] = [old('one'), old('two')];
    const { ask, clock, replies, server } = pipe(first, second);
    first.cancel();
    await replies[0];
    expect(await ask()).toMatchObject({
      error: { message: expect.stringMatching(/^A request of another client was cancelled, or timed out,/) },
    });
    server.received[0]?.exchange.onLateAnswer?.();
    clock.pass(AFTERTHOUGHT_MS);
    void ask();
    expect([first.asked.length, second.asked.length]).toEqual([0, 1]);
  });

  it('is shown to a 2026-07-28 client that is alone, although it has cancelled a request', async () => {
    const first = modern('one');
    const { ask, call, clock, replies, server } = pipe(first);
    first.cancel();
    await replies[0];
    const reply = call(modern('one'));
    void ask();
    await settle();
    clock.pass(QUESTION_WINDOW_MS);
    server.last().reply(DONE);
    expect(await reply).toMatchObject({ result: { resultType: 'input_required' } });
  });

  it('is not shown in another conversation of the client that cancelled a request', async () => {
    const first = modern('one', { conversation: 'a' });
    const { ask, call, replies } = pipe(first);
    first.cancel();
    await replies[0];
    void call(modern('one', { conversation: 'b' }));
    await settle();
    expect(await ask()).toMatchObject({ error: { code: -32064 } });
  });

  it('is not blocked by a request that was cancelled before it was sent', async () => {
    const [first, second] = [old('one'), old('two')];
    const { ask, clock, replies, server } = pipe(first, second);
    server.received[0]?.reply(failed(unsentError('cancelled', 'The request was cancelled before it was sent.')));
    await replies[0];
    clock.pass(AFTERTHOUGHT_MS);
    void ask();
    expect(second.asked.length).toBe(1);
  });

  it.each<[string, TestCaller, TestCaller]>([
    ['session', old('one'), old('two')],
    ['2026-07-28 client', modern('one'), modern('two')],
    ['client that can be asked nothing', incapable('one'), old('two')],
  ])(
    'may be of a request that has its reply, so it is not shown to who came after that of another %s',
    async (_, first, second) => {
      const { ask, clock, server, call } = pipe(first);
      server.last().reply(DONE);
      await settle();
      void call(second);
      clock.pass(AFTERTHOUGHT_MS - 1);
      expect(await ask()).toMatchObject({ error: { code: -32064 } });
      clock.pass(1);
      void ask();
      await settle();
      clock.pass(QUESTION_WINDOW_MS);
      await settle();
      expect(second.era === 'modern' ? clock.planned() : second.asked.length).toBe(1);
    },
  );

  it('may be of the request before of the same client', async () => {
    const [first, second] = [old('one'), old('one')];
    const { ask, server, call } = pipe(first);
    server.last().reply(DONE);
    await settle();
    void call(second);
    void ask();
    expect(second.asked.length).toBe(1);
  });

  it.each<[string, boolean, string]>([
    ['is asked about the second of its requests that follow each other', false, 'input_required'],
    ['is not where the server is known to ask late', true, 'complete'],
  ])('of a 2026-07-28 client %s', async (_, isLate, expected) => {
    const { ask, server, call, clock } = pipe();
    if (isLate) expect(await ask()).toEqual(CANCEL);
    void call(modern('one'));
    server.last().reply(DONE);
    await settle();
    const reply = call(modern('one'));
    void ask();
    await settle();
    clock.pass(QUESTION_WINDOW_MS);
    server.last().reply(DONE);
    expect(await reply).toMatchObject({ result: { resultType: expected } });
  });
});

describe('whatever happens on a pipe', () => {
  interface Move {
    readonly kind: 'call' | 'ask' | 'askLate' | 'reply' | 'cancel' | 'answer' | 'time';
    readonly who: number;
  }
  const move = fc.record<Move>({
    kind: fc.constantFrom('call', 'ask', 'askLate', 'reply', 'cancel', 'answer', 'time'),
    who: fc.nat({ max: 3 }),
  });

  it('no client ever sees a question that another one’s request caused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { maxLength: 40 }), async (moves) => {
        const { server, call, ask, clock, replies } = pipe();
        const shown: [asked: string, cause: unknown][] = [];
        const callers: TestCaller[] = [];
        /** What the server works on, cancelled or not, and for whom. */
        const working = (): Received[] => server.received.filter((request) => !ended.has(request));
        const ended = new Set<Received>();
        const endedAt = new Map<Received, number>();
        /** What it has replied to a moment ago, and asks about nevertheless. */
        const afterthoughts = (): Received[] =>
          server.received.filter((request) => (endedAt.get(request) ?? 0) > clock.now() - AFTERTHOUGHT_MS);
        const nameOf = ({ exchange }: Received): unknown => exchange.client?.info?.['name'];
        for (const { kind, who } of moves) {
          const session = `c${who}`;
          if (kind === 'call') {
            const change = { client: { name: session }, ...(who === 3 && { capabilities: {} }) };
            const caller = old(session, change);
            callers.push(caller);
            replies.push(call(caller));
          }
          const request = working()[who];
          if (kind === 'ask' && request !== undefined) void ask({ cause: nameOf(request) });
          const former = afterthoughts()[who];
          if (kind === 'askLate' && former !== undefined) void ask({ cause: nameOf(former) });
          if (kind === 'reply' && request !== undefined) {
            ended.add(request);
            endedAt.set(request, clock.now());
            request.reply(DONE);
          }
          if (kind === 'cancel') callers[who]?.cancel();
          if (kind === 'answer') callers[who]?.asked.at(-1)?.reply(YES);
          if (kind === 'time') clock.pass(ABANDONED_MS / 10);
          // A server works on what was cancelled for a while, but not for ever.
          for (const late of working()) if (late.isAborted() && kind === 'time') ended.add(late);
          await settle();
        }
        for (const { asked, client } of callers) {
          for (const { params } of asked) shown.push([String(client?.['name']), params['cause']]);
        }
        expect(shown.filter(([name, cause]) => name !== cause)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});
