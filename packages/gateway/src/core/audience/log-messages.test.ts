import { failed, type JsonObject, META, result } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { ABANDONED_MS } from '../../calls/bridge/limits.ts';
import type { Scope } from '../../model/scope.ts';
import { audienceWorld, WATCHABLE } from '../fixtures/audience-world.ts';
import { legacyCaller, modernCaller, type TestCaller } from '../fixtures/caller.ts';
import { createTestServer } from '../fixtures/server.ts';
import { createWorld, type WorldOptions } from '../fixtures/world.ts';

describe('log messages that belong to no request', () => {
  it('go to sessions that set a level, with the name of the server', async () => {
    const { session, message } = audienceWorld();
    const [quiet, warned, all] = [session('quiet'), session('warned'), session('all')];
    await warned.request('logging/setLevel', { level: 'warning' });
    await all.request('logging/setLevel', { level: 'debug' });
    message({ level: 'info', data: 1 });
    message({ level: 'error', data: 2, logger: 'db' });
    const first = ['notifications/message', { level: 'info', data: 1, logger: 's' }];
    const second = ['notifications/message', { level: 'error', data: 2, logger: 's/db' }];
    expect([quiet.heard, warned.heard, all.heard]).toEqual([[], [second], [first, second]]);
  });

  it('are passed through unchanged for one server, also to sessions without a level', () => {
    const { session, message } = audienceWorld({ transparent: true });
    const one = session('one');
    message({ level: 'debug', data: 1, logger: 'db' });
    expect(one.heard).toEqual([['notifications/message', { level: 'debug', data: 1, logger: 'db' }]]);
  });
});

describe('the level of a server', () => {
  const levelsOf = ({ received }: ReturnType<typeof createTestServer>): readonly unknown[] =>
    received.filter(({ method }) => method === 'logging/setLevel').map(({ params }) => params?.['level']);
  const ONLY_S: Scope = { key: 's', hasServer: (name) => name === 's', hasTool: () => true };

  it('is set by the sessions that can see it', async () => {
    const { session, server, other } = audienceWorld();
    const [part, all] = [session('part', ONLY_S), session('all')];
    await part.request('logging/setLevel', { level: 'debug' });
    expect([levelsOf(server), levelsOf(other)]).toEqual([['debug'], []]);
    await all.request('logging/setLevel', { level: 'error' });
    expect([levelsOf(server), levelsOf(other)]).toEqual([['debug'], ['error']]);
    part.close();
    expect([levelsOf(server), levelsOf(other)]).toEqual([['debug', 'error'], ['error']]);
  });
});

describe('log messages on a pipe that all requests share', () => {
  const ERROR = { level: 'error', data: 1 };
  const HEARD = ['notifications/message', { ...ERROR, logger: 's' }];
  const world = async (options: WorldOptions = {}) => {
    const each = audienceWorld(options);
    const sessions = [each.session('one'), each.session('two')] as const;
    if (options.transparent !== true)
      for (const { request } of sessions) await request('logging/setLevel', { level: 'debug' });
    each.server.answer(undefined);
    const call = (caller: TestCaller, _meta: JsonObject = {}) =>
      each.core.handle('tools/call', { name: options.transparent === true ? 'a' : 's__a', _meta }, caller);
    return { ...each, sessions, call, heard: () => sessions.map(({ heard }) => heard) };
  };

  it.each([false, true])(
    'go to the only session that has requests under way (transparent: %j)',
    async (transparent) => {
      const { call, message, heard } = await world({ transparent });
      const callers = [legacyCaller({ session: 'one' }), legacyCaller({ session: 'one' })] as const;
      for (const caller of callers) void call(caller);
      message(ERROR);
      expect([callers.map(({ notified }) => notified), heard()]).toEqual([
        [[], [transparent ? ['notifications/message', ERROR] : HEARD]],
        [[], []],
      ]);
    },
  );

  it.each<[string, JsonObject, unknown[]]>([
    ['that asked for them', { [META.logLevel]: 'warning' }, [HEARD]],
    ['that asked for graver ones', { [META.logLevel]: 'alert' }, []],
    ['that did not ask', {}, []],
  ])('go to the only 2026-07-28 request %s', async (_, _meta, expected) => {
    const { call, message, heard } = await world();
    const caller = modernCaller();
    void call(caller, _meta);
    message(ERROR);
    expect([caller.notified, heard()]).toEqual([expected, [[], []]]);
  });

  it.each<[string, TestCaller, TestCaller]>([
    ['two sessions', legacyCaller({ session: 'one' }), legacyCaller({ session: 'two' })],
    ['two 2026-07-28 requests', modernCaller(), modernCaller()],
    ['both', legacyCaller({ session: 'one' }), modernCaller()],
  ])('are dropped while there are requests of %s', async (_, first, second) => {
    const { call, message, heard } = await world();
    for (const caller of [first, second]) void call(caller, { [META.logLevel]: 'debug' });
    message(ERROR);
    expect([first.notified, second.notified, heard()]).toEqual([[], [], [[], []]]);
  });

  it('may belong to a cancelled request, so no other client gets them for a while', async () => {
    const { call, message, heard, clock, sessions } = await world();
    const [gone, other] = [legacyCaller({ session: 'one' }), legacyCaller({ session: 'two' })];
    const cancelled = call(gone);
    gone.cancel();
    await cancelled;
    message(ERROR);
    expect(heard()).toEqual([[HEARD], []]);
    void call(other);
    message(ERROR);
    expect([other.notified, heard()]).toEqual([[], [[HEARD], []]]);
    clock.pass(ABANDONED_MS);
    message(ERROR);
    expect([other.notified, sessions[0].heard.length]).toEqual([[HEARD], 1]);
  });

  it('are dropped when their server is gone', async () => {
    const { core, heard } = await world();
    core.onNotification('unknown', { method: 'notifications/message', params: ERROR });
    expect(heard()).toEqual([[], []]);
  });
});

describe('the level of older servers', () => {
  it('is the most verbose one of the sessions, and set again after a reconnect', async () => {
    const { server, other, session, core } = audienceWorld();
    const modern = createTestServer('m', 'modern', WATCHABLE);
    other.set({ offer: { capabilities: {} } });
    const [one, two] = [session('one'), session('two')];
    await one.request('logging/setLevel', { level: 'error' });
    await two.request('logging/setLevel', { level: 'info' });
    await one.request('logging/setLevel', { level: 'warning' });
    core.onStatus('s');
    server.set({ status: { state: 'waiting', since: 1 } });
    core.onStatus('s');
    server.set({ status: { state: 'ready', since: 2 } });
    core.onStatus('s');
    core.onStatus('unknown');
    two.close();
    one.close();
    expect(server.received.map(({ method, params }) => [method, params?.['level']])).toEqual(
      ['error', 'info', 'info', 'warning'].map((level) => ['logging/setLevel', level]),
    );
    expect([other.received, modern.received]).toEqual([[], []]);
  });

  it('may be refused', async () => {
    const { server, session, logged } = audienceWorld();
    server.answer(() => failed({ code: -32601, message: 'no' }));
    expect(await session('one').request('logging/setLevel', { level: 'info' })).toEqual(result({}));
    await Promise.resolve();
    expect(logged).toEqual([['debug', { server: 's', error: 'no' }, 'the server did not accept the log level']]);
  });
});

describe('log messages of a request', () => {
  it.each<[string, 'modern' | 'legacy', JsonObject, string | undefined, string[]]>([
    ['a 2026-07-28 client that did not ask', 'modern', {}, undefined, []],
    ['a 2026-07-28 client that asked', 'modern', { [META.logLevel]: 'warning' }, undefined, ['error']],
    ['an older client that never said', 'legacy', {}, undefined, ['info', 'error']],
    ['an older client that said', 'legacy', {}, 'error', ['error']],
  ])('%s', async (_, era, _meta, level, expected) => {
    const { server, session, core } = audienceWorld();
    const one = session('one');
    if (level !== undefined) await one.request('logging/setLevel', { level });
    server.answer(undefined);
    const caller = era === 'modern' ? modernCaller() : legacyCaller({ session: 'one' });
    const reply = core.handle('tools/call', { name: 's__a', _meta }, caller);
    for (const each of ['debug', 'info', 'error']) {
      server.last().exchange.onNotification?.({ method: 'notifications/message', params: { level: each, data: 1 } });
    }
    server.last().reply(result({}));
    await reply;
    expect(caller.notified).toEqual(
      expected.map((each) => ['notifications/message', { level: each, data: 1, logger: 's' }]),
    );
  });

  it('are requested from a 2026-07-28 server on behalf of an older client', async () => {
    const server = createTestServer('s', 'modern');
    const { core } = createWorld([server]);
    server.answer(() => result({}));
    core.openSession({ id: 's1', principal: 'local', notify: () => {} });
    await core.handle('tools/call', { name: 's__a', _meta: { k: 1 } }, legacyCaller());
    await core.handle('logging/setLevel', { level: 'error' }, legacyCaller());
    await core.handle('tools/call', { name: 's__a' }, legacyCaller());
    expect(server.received.map(({ params }) => params)).toEqual([
      { name: 'a', _meta: { k: 1, [META.logLevel]: 'info' } },
      { name: 'a', _meta: { [META.logLevel]: 'error' } },
    ]);
  });

  it('are requested only while the server speaks 2026-07-28', async () => {
    const server = createTestServer('s', 'legacy');
    const { core } = createWorld([server]);
    server.answer(() => result({}));
    for (const era of ['legacy', 'modern', 'legacy'] as const) {
      server.set({ status: { era } });
      core.onStatus('s');
      await core.handle('tools/call', { name: 's__a' }, legacyCaller());
    }
    expect(server.received.map(({ params }) => params?.['_meta'])).toEqual([
      undefined,
      { [META.logLevel]: 'info' },
      undefined,
    ]);
  });

  it('are sent among other notifications on the stream of a request', async () => {
    const { server, session, core } = audienceWorld();
    const one = session('one');
    await one.request('resources/subscribe', { uri: 's:1' });
    server.answer(undefined);
    const caller = legacyCaller({ session: 'two' });
    void core.handle('tools/call', { name: 's__a' }, caller);
    const { onNotification } = server.last().exchange;
    onNotification?.({ method: 'notifications/resources/updated', params: { uri: 's:1' } });
    onNotification?.({ method: 'notifications/elicitation/complete', params: { elicitationId: 'e' } });
    onNotification?.({ method: 'notifications/unknown' });
    expect([one.heard, caller.notified]).toEqual([
      [['notifications/resources/updated', { uri: 's:1' }]],
      [['notifications/elicitation/complete', { elicitationId: 'e' }]],
    ]);
  });
});
