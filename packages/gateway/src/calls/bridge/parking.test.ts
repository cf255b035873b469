import { errorOf, failed, type JsonObject, META, result } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { settle } from '../../../../base/src/fixtures/test-clock.ts';
import type { TestCaller } from '../../core/fixtures/caller.ts';
import {
  capable,
  DONE,
  FORM,
  PARAMS,
  parkedCall,
  parkingServers,
  parkingWorld,
  retry,
  stateOf,
  UNKNOWN,
  YES,
} from '../../core/fixtures/parking-world.ts';
import { OUR_INFO } from '../../core/fixtures/world.ts';
import {
  ANSWER_MS,
  DISMISSAL_GRACE_MS,
  PARKED_IN_TOTAL,
  PARKED_PER_PRINCIPAL,
  PARKED_PER_SERVER,
  QUESTIONS_PER_CALL,
} from './limits.ts';

describe('a question of an older server to a 2026-07-28 client', () => {
  it('is the answer to its call, which goes on with the client’s next request', async () => {
    const { core, server, gather, clock } = parkingWorld();
    const reply = core.handle('tools/call', PARAMS, capable());
    const answer = server.last().ask('elicitation/create', FORM);
    await gather();
    expect(await reply).toEqual(
      result({
        resultType: 'input_required',
        inputRequests: { q1: { method: 'elicitation/create', params: FORM } },
        requestState: 'secret-2',
        _meta: { [META.serverInfo]: OUR_INFO },
      }),
    );
    expect([core.parked(), core.inFlight(), server.last().isAborted()]).toEqual([1, 0, false]);
    const next = retry(core, 'secret-2', { q1: YES, odd: {} });
    expect(await answer).toEqual(result(YES));
    server.last().reply(result({ content: [] }));
    expect(await next).toEqual(result(DONE));
    expect([server.received.length, core.parked(), core.inFlight(), clock.planned()]).toEqual([1, 0, 0, 0]);
  });

  it('comes with the others that are asked at the same time', async () => {
    const { core, server, gather } = parkingWorld();
    const reply = core.handle('tools/call', PARAMS, capable());
    const answers = [
      server.last().ask('elicitation/create', FORM),
      server.last().ask('sampling/createMessage', { messages: [] }),
      server.last().ask('roots/list', {}),
    ];
    await gather();
    expect(await reply).toMatchObject({
      result: {
        inputRequests: {
          q1: { method: 'elicitation/create', params: FORM },
          q2: { method: 'sampling/createMessage', params: { messages: [] } },
          q3: { method: 'roots/list', params: {} },
        },
      },
    });
    const next = retry(core, stateOf(await reply), { q3: { roots: [] }, q1: YES, q2: { role: 'assistant' } });
    expect(await Promise.all(answers)).toEqual([result(YES), result({ role: 'assistant' }), result({ roots: [] })]);
    server.last().reply(result({ content: [] }));
    expect(await next).toEqual(result(DONE));
  });

  it('comes after another, under a key that was not used before', async () => {
    const { core, server, gather, state } = await parkedCall();
    const next = retry(core, state, { q1: YES });
    await settle();
    const second = server.last().ask('elicitation/create', { message: 'Really?' });
    await gather();
    expect(await next).toMatchObject({ result: { inputRequests: { q2: { params: { message: 'Really?' } } } } });
    expect(stateOf(await next)).not.toBe(state);
    const last = retry(core, stateOf(await next), { q1: { action: 'decline' }, q2: YES });
    expect(await second).toEqual(result(YES));
    server.last().reply(result({ content: [] }));
    expect(await last).toEqual(result(DONE));
  });

  it('is asked again when it was left out, together with one that came meanwhile, which cannot be answered unseen', async () => {
    const { core, server, state, answer } = await parkedCall();
    const late = server.last().ask('roots/list', {});
    const again = await retry(core, state, { q2: { roots: [] } });
    expect(again).toMatchObject({
      result: { inputRequests: { q1: { params: FORM }, q2: { method: 'roots/list', params: {} } } },
    });
    const next = retry(core, stateOf(again), { q1: YES, q2: { roots: [{ uri: 'file:///x' }] } });
    expect(await Promise.all([answer, late])).toEqual([result(YES), result({ roots: [{ uri: 'file:///x' }] })]);
    server.last().reply(result({ content: [] }));
    expect(await next).toEqual(result(DONE));
  });

  it.each<[string, unknown, string]>([
    ['no object', 7, 'inputResponses must be an object.'],
    ['an answer that is none', { q1: 'yes' }, 'inputResponses.q1 must be an object.'],
    [
      'an action that is none',
      { q1: { action: 'maybe' } },
      "inputResponses.q1.action must be 'accept', 'decline' or 'cancel'.",
    ],
  ])('stays open on %s', async (_, responses, message) => {
    const { core, server, state, answer } = await parkedCall();
    expect(await retry(core, state, responses)).toEqual(
      failed({ code: -32602, message, data: { error: 'invalidParams' } }),
    );
    const next = retry(core, state, { q1: YES });
    expect(await answer).toEqual(result(YES));
    server.last().reply(result({ content: [] }));
    expect(await next).toEqual(result(DONE));
  });

  it.each<[string, JsonObject, TestCaller]>([
    ['another principal', {}, capable({ principal: 'mallory' })],
    ['other arguments', { arguments: { x: 2 } }, capable()],
    ['no arguments', { arguments: undefined }, capable()],
    ['another tool', { name: 's__b' }, capable()],
    ['a state that never was', { requestState: 'secret-99' }, capable()],
  ])('is not for %s, and waits on for whom it is', async (_, change, caller) => {
    const { core, server, state, answer } = await parkedCall();
    expect(await retry(core, state, { q1: { action: 'decline' } }, change, caller)).toEqual(UNKNOWN);
    expect([core.parked(), server.received.length]).toEqual([1, 1]);
    void retry(core, state, { q1: YES }, { arguments: { y: { a: 2, b: 1 }, x: 1 }, _meta: { progressToken: 1 } });
    expect(await answer).toEqual(result(YES));
  });

  it('is answered once: a state that was used is gone', async () => {
    const { core, state, server } = await parkedCall();
    void retry(core, state, { q1: YES });
    expect(await retry(core, state, { q1: { action: 'decline' } })).toEqual(UNKNOWN);
    expect(server.received.length).toBe(1);
  });

  it('expires: the server hears cancel, then is cut short, and the state is gone', async () => {
    const { core, clock, server, state, answer } = await parkedCall();
    clock.pass(ANSWER_MS - 1);
    expect(core.parked()).toBe(1);
    clock.pass(1);
    expect(await answer).toEqual(result({ action: 'cancel' }));
    expect([core.parked(), server.last().isAborted()]).toEqual([0, false]);
    expect(await server.last().ask('elicitation/create', FORM)).toEqual(result({ action: 'cancel' }));
    clock.pass(DISMISSAL_GRACE_MS);
    expect(server.last().isAborted()).toBe(true);
    expect(await retry(core, state, { q1: YES })).toEqual(UNKNOWN);
    expect(server.received.length).toBe(1);
  });

  it('is not cut short when cancel was enough', async () => {
    const { clock, server } = await parkedCall();
    clock.pass(ANSWER_MS);
    server.last().reply(result({ content: [] }));
    await settle();
    clock.pass(DISMISSAL_GRACE_MS);
    expect([server.last().isAborted(), clock.planned()]).toEqual([false, 0]);
  });

  it('does not matter any more when the server replied or died: the next request gets that reply', async () => {
    const { core, server, state, answer } = await parkedCall();
    const died = failed(errorOf('upstreamDied', "Server 's' went away."));
    server.last().reply(died);
    await settle();
    expect(await answer).toEqual(result({ action: 'cancel' }));
    expect(await retry(core, state, { q1: YES })).toEqual(died);
  });

  it('leaves the call alone when the first request is over, and ends it when the second is cancelled', async () => {
    const { core, server, gather } = parkingWorld();
    const first = capable();
    const reply = core.handle('tools/call', PARAMS, first);
    void server.last().ask('elicitation/create', FORM);
    await gather();
    first.cancel();
    expect(server.last().isAborted()).toBe(false);
    const second = capable();
    const next = retry(core, stateOf(await reply), { q1: YES }, {}, second);
    second.cancel();
    expect(await next).toMatchObject({ error: { code: -32060 } });
    expect(server.last().isAborted()).toBe(true);
  });

  it('is dropped when the client cancels before it was asked', async () => {
    const { core, server, clock } = parkingWorld();
    const caller = capable();
    const reply = core.handle('tools/call', PARAMS, caller);
    const answer = server.last().ask('elicitation/create', FORM);
    caller.cancel();
    expect(await reply).toMatchObject({ error: { code: -32060 } });
    expect(await answer).toEqual(result({ action: 'cancel' }));
    clock.pass(60_000);
    expect([core.parked(), clock.planned()]).toEqual([0, 0]);
  });

  it('has progress and log messages go to the request that is open, under its own token', async () => {
    const { core, server, gather } = parkingWorld();
    const first = capable();
    const reply = core.handle('tools/call', { ...PARAMS, _meta: { progressToken: 'p1' } }, first);
    const { exchange } = server.last();
    exchange.onProgress?.({ progressToken: 9, progress: 1 });
    void server.last().ask('elicitation/create', FORM);
    await gather();
    exchange.onProgress?.({ progressToken: 9, progress: 2 });
    const second = capable();
    const _meta = { progressToken: 'p2', [META.logLevel]: 'info' };
    const next = retry(core, stateOf(await reply), { q1: YES }, { _meta }, second);
    exchange.onProgress?.({ progressToken: 9, progress: 3 });
    exchange.onNotification?.({ method: 'notifications/message', params: { level: 'info', data: 'x' } });
    server.last().reply(result({ content: [] }));
    await next;
    expect([first.notified, second.notified]).toEqual([
      [['notifications/progress', { progressToken: 'p1', progress: 1 }]],
      [
        ['notifications/progress', { progressToken: 'p2', progress: 3 }],
        ['notifications/message', { level: 'info', data: 'x', logger: 's' }],
      ],
    ]);
  });

  it.each<[string, number, (count: number) => readonly [principal: string, server: number]]>([
    ['one principal', PARKED_PER_PRINCIPAL, (count) => ['one', count]],
    ['one server', PARKED_PER_SERVER, (count) => [`p${count}`, 0]],
  ])('is cancelled where too many of %s wait already', async (_, most, nth) => {
    const { core, ask } = parkingServers(PARKED_PER_PRINCIPAL + 1);
    for (let count = 0; count < most; count++) await ask(...nth(count));
    const { reply, answer } = await ask(...nth(most));
    expect(reply).toMatchObject({ error: { code: -32064 } });
    expect(await answer).toEqual(result({ action: 'cancel' }));
    const other = await ask('other', 1);
    expect(other.reply).toMatchObject({ result: { resultType: 'input_required' } });
    expect(core.parked()).toBe(most + 1);
  });

  it('leaves room for another when one was answered', async () => {
    const { core, ask } = parkingServers(1);
    const first = await ask('one', 0);
    for (let count = 1; count < PARKED_PER_SERVER; count++) await ask('one', 0);
    const requestState = stateOf(first.reply);
    void core.handle(
      'tools/call',
      { name: 's0__a', requestState, inputResponses: { q1: YES } },
      capable({ principal: 'one' }),
    );
    expect((await ask('one', 0)).reply).toMatchObject({ result: { resultType: 'input_required' } });
  });

  it('is cancelled where too many of all principals wait', async () => {
    const { core, ask } = parkingServers(40);
    const asked = Array.from({ length: PARKED_IN_TOTAL + 1 }, (_, index) => ask(`p${index % 20}`, index % 40));
    const replies = await Promise.all(asked);
    expect(core.parked()).toBe(PARKED_IN_TOTAL);
    expect(replies.at(-1)?.reply).toMatchObject({ error: { code: -32064 } });
  });

  it('is one of so many', async () => {
    const { core, server } = parkingWorld();
    void core.handle('tools/call', PARAMS, capable());
    const answers = Array.from({ length: QUESTIONS_PER_CALL + 1 }, () => server.last().ask('roots/list', {}));
    expect(await answers.at(-1)).toMatchObject({ error: { code: -32064 } });
  });

  it('is given up when the gateway stops', async () => {
    const { core, answer, state } = await parkedCall();
    core.refuse();
    expect(await answer).toEqual(result({ action: 'cancel' }));
    expect(await retry(core, state, { q1: YES })).toMatchObject({ error: { code: -32066 } });
    expect(core.parked()).toBe(0);
  });
});

describe('a state that is not parked', () => {
  it.each<[string, 'modern' | 'legacy' | undefined, number]>([
    ['is unknown at an older server, which would make the call a second time', 'legacy', -32602],
    ['is refused while it is unclear what the server is', undefined, -32061],
  ])('%s', async (_, era, code) => {
    const { core, server } = parkingWorld();
    server.set({ status: { era, state: 'connecting' } });
    expect(await retry(core, 'elsewhere', {})).toMatchObject({ error: { code } });
    expect(server.received).toEqual([]);
  });
});
