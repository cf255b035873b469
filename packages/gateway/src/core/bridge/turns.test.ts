import { describe, expect, it } from 'vitest';
import { failed } from '../../rpc.ts';
import type { TestCaller } from '../fixtures/caller.ts';
import { settle } from '../fixtures/clock.ts';
import { DONE, FORM, incapable, modern, old, PARAMS, pipeWithTurns, YES } from '../fixtures/pipe.ts';
import { createTestServer } from '../fixtures/server.ts';
import { createWorld } from '../fixtures/world.ts';
import { TURN_WAIT_MS, TURNS_WAITING } from '../limits.ts';

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
    expect(names()).toEqual(['1a', '1b', '2a', '2b']);
    server.received[2]?.reply(DONE);
    server.received[3]?.reply(DONE);
    await settle();
    expect(names()).toEqual(['1a', '1b', '2a', '2b', '1c']);
    server.received[4]?.reply(DONE);
    expect(await Promise.all(replies)).toEqual(replies.map(() => DONE));
    expect(clock.planned()).toBe(0);
  });

  it('has clients that can be asked nothing together, and apart from the others', async () => {
    const { server, call } = await pipeWithTurns();
    void call(incapable('one'));
    void call(incapable('two'));
    void call(old('three'));
    expect(server.received.length).toBe(2);
    for (const { reply } of [...server.received]) reply(DONE);
    await settle();
    expect(server.received.length).toBe(3);
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
          "Server 's' asks questions, so its clients take turns, and another one is not done yet. Try again later.",
        data: { error: 'upstreamBusy', server: 's' },
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
    const gone = old('one');
    const replies = [call(gone), call(old('two')), call(old('three'))];
    gone.cancel();
    await settle();
    core.close();
    expect(await Promise.all(replies)).toMatchObject([-32060, -32066, -32066].map((code) => ({ error: { code } })));
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
});
