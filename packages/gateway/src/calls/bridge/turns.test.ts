import { failed } from '@toolmark/base';
import type { ServerStatus } from '@toolmark/upstream';
import { describe, expect, it } from 'vitest';
import { settle } from '../../../../base/src/fixtures/test-clock.ts';
import type { TestCaller } from '../../core/fixtures/caller.ts';
import { DONE, FORM, incapable, modern, old, PARAMS, pipe, pipeWithTurns, YES } from '../../core/fixtures/pipe.ts';
import { createTestServer } from '../../core/fixtures/server.ts';
import { createWorld } from '../../core/fixtures/world.ts';
import { AFTERTHOUGHT_MS, QUESTION_WINDOW_MS, TURN_WAIT_MS, TURNS_MS, TURNS_WAITING } from './limits.ts';

describe('a server whose clients take turns', () => {
  it('has requests of one party at a time, in the order in which they came', async () => {
    const { server, call, clock } = await pipeWithTurns();
    const names = (): unknown[] => server.received.map(({ exchange }) => exchange.client?.info?.['name']);
    const as = (session: string, name: string): TestCaller => old(session, { client: { name } });
    const replies = [
      call(as('one', '1a')),
      call(as('one', '1b')),
      call(as('two', '2a')),
      call(as('two', '2b')),
      // Would fit to the first two, but others were here before.
      call(as('one', '1c')),
    ];
    expect(names()).toEqual(['1a', '1b']);
    server.received[0]?.reply(DONE);
    await settle();
    expect(names()).toEqual(['1a', '1b']);
    server.received[1]?.reply(DONE);
    await settle();
    clock.pass(AFTERTHOUGHT_MS - 1);
    expect(names()).toEqual(['1a', '1b']);
    clock.pass(1);
    await settle();
    expect(names()).toEqual(['1a', '1b', '2a', '2b']);
    server.received[2]?.reply(DONE);
    server.received[3]?.reply(DONE);
    await settle();
    clock.pass(AFTERTHOUGHT_MS);
    await settle();
    expect(names()).toEqual(['1a', '1b', '2a', '2b', '1c']);
    server.received[4]?.reply(DONE);
    expect(await Promise.all(replies)).toEqual(replies.map(() => DONE));
    expect(clock.planned()).toBe(0);
  });

  it('has clients that can be asked nothing together, and apart from the others', async () => {
    const { server, call, clock } = await pipeWithTurns();
    void call(incapable('one'));
    void call(incapable('two'));
    void call(old('three'));
    void call(incapable('one'));
    expect(server.received.length).toBe(2);
    for (const { reply } of [...server.received]) reply(DONE);
    await settle();
    clock.pass(AFTERTHOUGHT_MS);
    await settle();
    expect(server.received.length).toBe(3);
    server.last().reply(DONE);
    await settle();
    // Nobody could be asked by mistake.
    expect(server.received.length).toBe(4);
  });

  it('knows whom to ask', async () => {
    const { call, ask } = await pipeWithTurns();
    const [first, second] = [old('one'), old('two')];
    void call(first);
    void call(second);
    const answer = ask();
    expect([first.asked.length, second.asked.length]).toEqual([1, 0]);
    first.asked[0]?.reply(YES);
    expect(await answer).toEqual(YES);
  });

  it('keeps other servers as they are', async () => {
    const servers = [createTestServer('s', 'legacy'), createTestServer('t', 'legacy')];
    const { core } = createWorld(servers);
    for (const session of ['one', 'two']) void core.handle('tools/call', PARAMS, old(session));
    await core.onRequest('s', 'elicitation/create', FORM);
    for (const session of ['one', 'two']) void core.handle('tools/call', { name: 't__a' }, old(session));
    expect(servers[1]?.received.length).toBe(2);
  });

  it('lets nobody wait for ever', async () => {
    const { server, call, clock } = await pipeWithTurns();
    void call(old('one'));
    const late = call(old('two'));
    const next = call(old('one'));
    clock.pass(TURN_WAIT_MS - 1);
    expect(server.received.length).toBe(1);
    clock.pass(1);
    expect(await late).toEqual(
      failed({
        code: -32064,
        message:
          "Server 's' asks questions, so its clients take turns, and another client is not done yet. Try again later. It was not carried out.",
        data: { error: 'upstreamBusy', server: 's', happened: 'no' },
      }),
    );
    void next;
    await settle();
    expect(server.received.length).toBe(2);
  });

  it('lets others pass when who waits goes away, before or after', async () => {
    const { server, call, clock } = await pipeWithTurns();
    void call(old('one'));
    const gone = old('two');
    const cancelled = call(gone);
    const next = call(old('one'));
    gone.cancel();
    expect(await cancelled).toMatchObject({ error: { code: -32060 } });
    expect(await call(gone)).toMatchObject({ error: { code: -32060 } });
    await settle();
    expect(server.received.length).toBe(2);
    for (const { reply } of server.received) reply(DONE);
    expect(await next).toEqual(DONE);
    expect(clock.planned()).toBe(0);
  });

  it('keeps nobody waiting, and nothing planned, when the gateway ends', async () => {
    const { server, core, call, clock } = await pipeWithTurns();
    void call(old('one'));
    server.last().reply(DONE);
    await settle();
    const replies = [call(old('two')), call(old('three'))];
    core.close();
    expect(await Promise.all(replies)).toMatchObject([-32066, -32066].map((code) => ({ error: { code } })));
    expect([server.received.length, clock.planned()]).toEqual([1, 0]);
  });

  it('has no endless queue', async () => {
    const { call } = await pipeWithTurns();
    void call(old('one'));
    for (let count = 0; count < TURNS_WAITING; count++) void call(old('two'));
    expect(await call(old('three'))).toMatchObject({ error: { code: -32064 } });
  });

  it('answers a 2026-07-28 client too that could not have its turn', async () => {
    const { call, clock } = await pipeWithTurns();
    void call(old('one'));
    const late = call(modern('two'));
    clock.pass(TURN_WAIT_MS);
    expect(await late).toMatchObject({ error: { code: -32064 } });
  });

  it('begins with its first question, so that the next client need not be refused', async () => {
    const [first, second] = [old('one'), old('two')];
    const { server, call, ask, clock } = pipe(first);
    const answer = ask();
    first.asked[0]?.reply(YES);
    await answer;
    server.last().reply(DONE);
    await settle();
    void call(second);
    expect(server.received.length).toBe(1);
    clock.pass(AFTERTHOUGHT_MS);
    await settle();
    void ask();
    expect([server.received.length, second.asked.length]).toEqual([2, 1]);
  });

  it('does not begin with roots that one client is asked for', async () => {
    const { server, call, ask, logged } = pipe(old('one'));
    void ask({}, 'roots/list');
    void call(old('two'));
    expect([server.received.length, logged]).toEqual([2, []]);
  });

  it.each<[string, TestCaller]>([
    ['an older client', old('one')],
    ['a 2026-07-28 client', modern('one')],
  ])('lets others in while %s thinks, and asks them nothing meanwhile', async (_, thinking) => {
    const { server, call, ask, clock } = await pipeWithTurns();
    const reply = call(thinking);
    const [second, third] = [old('two'), old('three')];
    const others = [call(second), call(third)];
    expect(server.received.length).toBe(1);
    void ask();
    await settle();
    clock.pass(QUESTION_WINDOW_MS);
    await settle();
    // One of them, since it does not wait for anybody itself.
    expect(server.received.length).toBe(2);
    expect(await ask()).toMatchObject({ error: { code: -32064 } });
    expect([second.asked, third.asked]).toEqual([[], []]);
    server.last().reply(DONE);
    expect(await others[0]).toEqual(DONE);
    void reply;
  });

  it('lets others in while a client thinks about a question on the stream of its call', async () => {
    const { server, call } = await pipeWithTurns();
    void call(old('one'));
    void call(old('two'));
    void server.last().ask('elicitation/create', FORM);
    await settle();
    expect(server.received.length).toBe(2);
  });

  it('keeps nobody out after a request was cancelled', async () => {
    const { server, call, ask } = await pipeWithTurns();
    const [gone, next] = [old('one'), old('two')];
    void call(gone);
    gone.cancel();
    await settle();
    void call(next);
    expect(server.received.length).toBe(2);
    expect(await ask()).toMatchObject({ error: { code: -32064 } });
    expect(next.asked).toEqual([]);
  });

  it('has requests of one 2026-07-28 client follow each other at once, one at a time', async () => {
    const { server, call } = await pipeWithTurns();
    void call(modern('one'));
    void call(modern('one'));
    expect(server.received.length).toBe(1);
    server.last().reply(DONE);
    await settle();
    expect(server.received.length).toBe(2);
  });

  it('has clients at the same time again when it asked nothing for long', async () => {
    const { server, call, clock } = await pipeWithTurns();
    clock.pass(TURNS_MS);
    void call(old('one'));
    void call(old('two'));
    expect(server.received.length).toBe(2);
  });

  it.each<[string, Partial<ServerStatus>[]]>([
    ['is connected anew', [{ restarts: 1 }]],
    ['lost its connection', [{ state: 'waiting', era: undefined }]],
  ])('has clients at the same time again when it %s', async (_, statuses) => {
    const { server, call, core } = await pipeWithTurns();
    core.onStatus('s');
    void call(old('one'));
    const waiting = call(old('two'));
    core.onStatus('s');
    expect(server.received.length).toBe(1);
    for (const status of statuses) {
      server.set({ status });
      core.onStatus('s');
    }
    await settle();
    void call(old('three'));
    expect(server.received.length).toBe(3);
    void waiting;
  });

  it('is forgotten with its config', async () => {
    const servers = [createTestServer('s', 'legacy')];
    const { core } = createWorld(servers);
    for (const session of ['one', 'two']) void core.handle('tools/call', PARAMS, old(session));
    await core.onRequest('s', 'elicitation/create', FORM);
    const changed = createTestServer('s', 'legacy');
    servers.splice(0, 1, changed);
    for (const session of ['one', 'two']) void core.handle('tools/call', PARAMS, old(session));
    expect(changed.received.length).toBe(2);
  });
});
