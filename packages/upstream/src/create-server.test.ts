import { failed, type RpcReply, result } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { settle } from '../../base/src/fixtures/fake-clock.ts';
import { createUpstreamServer } from './create-server.ts';
import {
  createFakeConnection,
  createFakeOpen,
  type FakeConnection,
  listed,
  never,
  type OpenAnswer,
  refused,
} from './fixtures/fake-connection.ts';
import { aConfig, setUp } from './fixtures/server-setup.ts';
import { ownError } from './own-error.ts';

const TOOLS = { 'tools/list': listed('tools', ['a']) };
const ready = (change: Parameters<typeof createFakeConnection>[0] = {}): FakeConnection =>
  createFakeConnection({ playbook: { ...TOOLS, 'tools/call': () => result({ content: [] }) }, ...change });

function start(config: Parameters<typeof aConfig>[0], ...answers: readonly OpenAnswer[]) {
  const { open, attempts } = createFakeOpen(...answers);
  const setup = setUp(open);
  return { ...setup, attempts, server: createUpstreamServer(aConfig(config), setup.deps) };
}

const errorIn = (reply: RpcReply): unknown => (reply.kind === 'error' ? reply.error : reply);

describe('an upstream server', () => {
  it('connects, then is ready with its tools', async () => {
    const { server, clock, statuses, offers, attempts, deps } = start({}, ready());
    expect(server.status()).toEqual({
      state: 'connecting',
      reason: undefined,
      since: clock.now(),
      nextAttempt: undefined,
      restarts: 0,
      inFlight: 0,
      queued: 0,
      era: undefined,
      transport: undefined,
      protocolVersion: undefined,
      serverInfo: undefined,
      stderrTail: [],
      warnings: [],
    });
    await settle();
    expect(server.status()).toEqual({
      state: 'ready',
      reason: undefined,
      since: clock.now(),
      nextAttempt: undefined,
      restarts: 0,
      inFlight: 0,
      queued: 0,
      era: 'legacy',
      transport: 'stdio',
      protocolVersion: '2025-11-25',
      serverInfo: { name: 'fake', version: '1.0.0' },
      stderrTail: [],
      warnings: [],
    });
    expect(server.offer().tools).toEqual([{ name: 'a' }]);
    expect(new Set(statuses)).toEqual(new Set(['notes']));
    expect(offers).toEqual([
      ['notes', []],
      ['notes', ['tools']],
    ]);
    expect(attempts[0]).toMatchObject({ target: aConfig().target, protocol: 'auto', self: deps.self, env: deps.env });
  });

  it('can be called before it has listed its tools', async () => {
    const { server } = start({}, createFakeConnection({ playbook: { 'tools/call': () => result({ ok: true }) } }));
    await settle();
    expect(server.status()).toMatchObject({
      state: 'connecting',
      reason: 'It is connected; waiting for its list of tools.',
    });
    expect(await server.request('tools/call', {}, {})).toEqual(result({ ok: true }));
  });

  it('receives no call of a tool that may have changed', async () => {
    const back = createFakeConnection({ playbook: { 'tools/call': () => result({ ok: true }) } });
    const first = ready();
    const { server, clock } = start({}, first, back);
    await settle();
    first.die('gone');
    await settle();
    let isSame = true;
    const check = () => (isSame ? undefined : ownError('invalidParams', 'The tool has changed.'));
    const call = server.request('tools/call', {}, { check });
    await settle();
    expect(back.requests.map(({ method }) => method)).toEqual(['tools/list']);
    isSame = false;
    back.requests[0]?.reply(listed('tools', ['b'])());
    expect(errorIn(await call)).toMatchObject({ message: 'The tool has changed.' });
    expect(back.requests.length).toBe(1);
    isSame = true;
    expect(await server.request('tools/call', {}, { check })).toEqual(result({ ok: true }));
    await clock.advance(0);
  });

  it('reports that it waits for a list that does not arrive', async () => {
    const { server, clock } = start({}, createFakeConnection());
    await settle();
    const call = server.request('tools/call', {}, { check: () => undefined });
    await clock.advance(5_000);
    expect(errorIn(await call)).toMatchObject({
      message: "Server 'notes' is not ready: It is connected; waiting for its list of tools.",
    });
  });

  it('says since when it cannot be reached, however often it tries', async () => {
    const { server, clock, attempts } = start({}, refused('no'), refused('no'), refused('no'), ready());
    const startedAt = clock.now();
    await settle();
    for (let tries = 1; tries < 4; tries++) {
      expect([attempts.length, server.status()]).toMatchObject([tries, { state: 'waiting', since: startedAt }]);
      await clock.advance((server.status().nextAttempt ?? 0) - clock.now());
    }
    expect(server.status()).toMatchObject({ state: 'ready', since: clock.now() });
  });

  it('reconnects after its process died, with its tools still listed and calls kept waiting', async () => {
    const first = ready({ stderrTail: ['Segmentation fault'] });
    const second = ready();
    const back = Promise.withResolvers<FakeConnection>();
    const { server, attempts, offers, clock, lines } = start({}, first, () => back.promise);
    await settle();
    offers.length = 0;
    lines.length = 0;
    await clock.advance(100);
    first.die('Its process ended with signal SIGSEGV.');
    await settle();
    expect(attempts).toHaveLength(2);
    expect(server.status()).toMatchObject({
      state: 'connecting',
      reason: 'Its process ended with signal SIGSEGV.',
      since: clock.now(),
      stderrTail: ['Segmentation fault'],
      era: undefined,
    });
    expect(server.offer().tools).toEqual([{ name: 'a' }]);
    const call = server.request('tools/call', {}, {});
    expect(server.status().queued).toBe(1);
    back.resolve(second);
    expect(await call).toEqual(result({ content: [] }));
    await settle();
    expect(server.status()).toMatchObject({ state: 'ready', restarts: 1, stderrTail: [] });
    expect(offers).toEqual([]);
    expect(lines.filter(({ level }) => level !== 'debug').map(({ level, message }) => `${level} ${message}`)).toEqual([
      'warn server lost its connection and is reconnecting',
      'info server is ready',
    ]);
  });

  it('reports why it is down and the next attempt', async () => {
    const { server, clock } = start({}, refused('connect ECONNREFUSED'));
    await clock.advance(250 + 500 + 1_000 + 2_000 + 4_000 + 8_000);
    const { nextAttempt } = server.status();
    expect(nextAttempt).toBe(clock.now() + 16_000);
    expect(errorIn(await server.request('tools/call', {}, {}))).toEqual({
      code: -32_061,
      message: "Server 'notes' is not connected: connect ECONNREFUSED. The next attempt is in 16 s.",
      data: { error: 'upstreamUnavailable', server: 'notes', state: 'waiting', nextAttempt },
    });
  });

  it('keeps calls waiting during a connect, up to a limit', async () => {
    const { server, clock } = start({}, never);
    const call = server.request('tools/call', {}, {});
    await clock.advance(5_000);
    expect(errorIn(await call)).toMatchObject({
      code: -32_061,
      message: "Server 'notes' is not connected: It is connecting.",
    });
  });

  it('fails at once when it cannot be started, and retries now and then', async () => {
    const { server, clock, attempts } = start({}, refused("Command 'notes-server' was not found.", false));
    await settle();
    expect(server.status()).toMatchObject({
      state: 'failed',
      reason: "Command 'notes-server' was not found.",
      nextAttempt: clock.now() + 60_000,
      stderrTail: ["stderr of: Command 'notes-server' was not found."],
    });
    expect(errorIn(await server.request('tools/call', {}, {}))).toMatchObject({ code: -32_061 });
    await clock.advance(180_000);
    expect(attempts).toHaveLength(4);
  });

  it('logs the same failure once, and again when it changes', async () => {
    const { clock, lines } = start({}, refused('one'), refused('one'), refused('two'), ready());
    await clock.advance(60_000);
    const told = lines.filter(({ level }) => level !== 'debug');
    expect(told.map(({ level, message, fields }) => [level, message, fields['reason']])).toEqual([
      ['warn', 'server is not connected', 'one'],
      ['warn', 'server is not connected', 'two'],
      ['info', 'server is ready', undefined],
    ]);
    expect(told[2]?.fields).toEqual({
      server: 'notes',
      state: 'ready',
      era: 'legacy',
      transport: 'stdio',
      protocolVersion: '2025-11-25',
      tools: 1,
    });
  });

  it('redacts secrets in its messages and logs', async () => {
    const target = { kind: 'command', command: 'x', env: { TOKEN: 's3cret-token' } } as const;
    const broken = ready({ playbook: { 'tools/list': () => failed({ code: -1, message: 'bad s3cret-token' }) } });
    const { server, lines, clock } = start({ target }, refused('refused s3cret-token'), broken);
    await settle();
    expect(server.status().reason).toBe('refused …');
    await clock.advance(250);
    expect(server.status().warnings).toEqual(['tools/list: bad … (-1)']);
    expect(JSON.stringify(lines)).not.toContain('s3cret');
  });

  it('refetches a changed list, and passes other notifications on', async () => {
    let tools = ['a'];
    const playbook = { 'tools/list': () => listed('tools', tools)() };
    const { server, attempts, clock, offers, notifications } = start({}, createFakeConnection({ playbook }));
    await clock.advance(1_000);
    offers.length = 0;
    tools = ['a', 'b'];
    const { events } = attempts[0] ?? {};
    for (let storm = 0; storm < 100; storm++) events?.onNotification({ method: 'notifications/tools/list_changed' });
    events?.onNotification({ method: 'notifications/message', params: { level: 'info', data: 'hello' } });
    await clock.advance(10_000);
    expect(server.offer().tools).toEqual([{ name: 'a' }, { name: 'b' }]);
    expect(offers).toEqual([['notes', ['tools']]]);
    expect(notifications).toEqual([
      ['notes', { method: 'notifications/message', params: { level: 'info', data: 'hello' } }],
    ]);
  });

  it('ignores a replaced connection', async () => {
    const { attempts, clock, notifications, server } = start({}, ready(), ready());
    await settle();
    await server.restart();
    const [former, current] = attempts;
    former?.events.onNotification({ method: 'notifications/message' });
    expect(errorIn((await former?.events.onRequest('roots/list', {})) ?? result({}))).toMatchObject({ code: -32_060 });
    expect(notifications).toEqual([]);
    expect(errorIn((await current?.events.onRequest('roots/list', {})) ?? result({}))).toEqual({
      code: -32_601,
      message: 'roots/list',
    });
    await clock.advance(0);
  });

  it('subscribes again after every reconnect', async () => {
    const capabilities = { tools: {}, resources: { subscribe: true } };
    const playbook = { ...TOOLS, 'resources/subscribe': () => result({}) };
    const connections = [ready({ capabilities, playbook }), ready({ capabilities, playbook })];
    const { server } = start({}, ...connections);
    server.watch(['a:1']);
    await settle();
    connections[0]?.die('gone');
    await settle();
    for (const { requests } of connections) {
      expect(requests.filter(({ method }) => method === 'resources/subscribe').map(({ params }) => params)).toEqual([
        { uri: 'a:1' },
      ]);
    }
  });

  it('sends notifications while connected, and drops them otherwise', async () => {
    const connection = ready();
    const { server } = start({}, connection);
    server.notify('notifications/early');
    await settle();
    server.notify('notifications/roots/list_changed');
    expect(connection.notified).toEqual([{ method: 'notifications/roots/list_changed' }]);
  });

  describe('remembers the detected protocol', () => {
    it.each([
      ['auto', { era: 'modern', transport: 'stdio' }],
      ['modern', { era: 'modern', transport: 'stdio' }],
      ['legacy', undefined],
    ] as const)('and reuses it with protocol %s', async (protocol, remembered) => {
      const { open, attempts } = createFakeOpen(ready({ era: 'modern' }));
      const { deps } = setUp(open);
      createUpstreamServer(aConfig(), deps);
      await settle();
      createUpstreamServer(aConfig({ protocol }), deps);
      await settle();
      expect(attempts.map((attempt) => attempt.remembered)).toEqual([undefined, remembered]);
    });
  });

  it('detects the protocol again when the remembered one fails', async () => {
    const { open, attempts } = createFakeOpen(ready({ era: 'legacy' }), refused('no answer'), ready({ era: 'modern' }));
    const { deps, clock } = setUp(open);
    const server = createUpstreamServer(aConfig(), deps);
    await settle();
    await server.restart();
    await clock.advance(250);
    expect(server.status()).toMatchObject({ state: 'ready', era: 'modern' });
    const legacy = { era: 'legacy', transport: 'stdio' };
    expect(attempts.map((attempt) => attempt.remembered)).toEqual([undefined, legacy, undefined]);
    expect(deps.verdicts.get(aConfig().target)).toEqual({ era: 'modern', transport: 'stdio' });
  });

  it('passes on the withdrawal of a question', async () => {
    const heard: unknown[] = [];
    const { open, attempts } = createFakeOpen(ready());
    const setup = setUp(open);
    const onRequest = async (...given: readonly unknown[]): Promise<RpcReply> => {
      heard.push(given);
      return result({});
    };
    createUpstreamServer(aConfig(), { ...setup.deps, events: { ...setup.deps.events, onRequest } });
    await settle();
    const { signal } = new AbortController();
    await attempts[0]?.events.onRequest('roots/list', {}, signal);
    expect(heard).toEqual([['notes', 'roots/list', {}, signal]]);
  });

  it('lets calls on a lost connection finish, and passes on their questions', async () => {
    const { promise: drained, resolve: onDrained } = Promise.withResolvers<void>();
    const first = createFakeConnection({ playbook: TOOLS, draining: () => drained });
    const { server, attempts } = start({}, first, ready());
    await settle();
    const call = server.request('tools/call', {}, {});
    await settle();
    first.lose('cannot be reached');
    await settle();
    expect(server.status()).toMatchObject({ state: 'ready', restarts: 1, inFlight: 1 });
    const [former] = attempts;
    expect(errorIn((await former?.events.onRequest('roots/list', {})) ?? result({}))).toMatchObject({ code: -32_601 });
    expect(await server.request('tools/call', {}, {})).toEqual(result({ content: [] }));
    first.requests.at(-1)?.reply(result({ late: true }));
    expect(await call).toEqual(result({ late: true }));
    onDrained();
    await settle();
    expect(first.isClosed()).toBe(true);
  });

  it('warns of a server that answers no request in time', async () => {
    let reply = failed(ownError('upstreamTimeout', 'late'));
    const playbook = { ...TOOLS, 'tools/call': () => reply };
    const { server, statuses, lines } = start({}, createFakeConnection({ playbook }));
    await settle();
    statuses.length = 0;
    for (let calls = 0; calls < 4; calls++) await server.request('tools/call', {}, {});
    expect(server.status()).toMatchObject({
      state: 'ready',
      warnings: ['The server did not answer the last 3 or more requests in time; it may hang, and a restart may help.'],
    });
    reply = result({});
    await server.request('tools/call', {}, {});
    expect(server.status().warnings).toEqual([]);
    expect(statuses).toEqual(['notes', 'notes']);
    expect(lines.slice(-2).map(({ level, message }) => `${level} ${message}`)).toEqual([
      'warn server does not answer in time; it may hang',
      'info server answers again',
    ]);
  });

  describe('a restart', () => {
    it('resolves when the server is ready again', async () => {
      const { server, attempts } = start({}, ready(), ready());
      await settle();
      await server.restart();
      expect([server.status().state, attempts.length, server.status().restarts]).toEqual(['ready', 2, 1]);
    });

    it('resolves when the server failed', async () => {
      const { server } = start({}, ready(), refused('no'));
      await settle();
      await server.restart();
      expect(server.status()).toMatchObject({ state: 'waiting', reason: 'no' });
    });

    it('ends running calls and keeps waiting ones', async () => {
      const busy = createFakeConnection({ playbook: TOOLS });
      const { server } = start({ concurrency: 1 }, busy, ready());
      await settle();
      const running = server.request('tools/call', {}, {});
      const waiting = server.request('tools/call', {}, {});
      await server.restart();
      expect(errorIn(await running)).toMatchObject({ code: -32_063 });
      expect(await waiting).toEqual(result({ content: [] }));
    });
  });

  it.each<[string, OpenAnswer]>([
    ['ready', ready()],
    ['waiting', refused('no')],
    ['failed', refused('no', false)],
    ['connecting', ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', reject))],
  ])('close, while the server is %s: offers nothing, and ends the wait of its callers', async (state, answer) => {
    const { server, clock, statuses } = start({ concurrency: 1 }, answer);
    const call = state === 'ready' ? undefined : server.request('tools/call', {}, {});
    await settle();
    expect(server.status().state).toBe(state);
    statuses.length = 0;
    await server.close();
    expect(server.status()).toMatchObject({ state: 'stopped', reason: 'It was stopped.', queued: 0 });
    expect(server.offer().tools).toEqual([]);
    expect(statuses).toEqual(['notes']);
    if (call) expect(errorIn(await call)).toMatchObject({ code: -32_061 });
    expect(errorIn(await server.request('tools/call', {}, {}))).toMatchObject({ code: -32_061 });
    await server.restart();
    await clock.advance(300_000);
    expect(server.status().state).toBe('stopped');
    expect(clock.pending()).toBe(0);
  });

  it('a disabled server never connects', async () => {
    const { server, attempts, clock } = start({ disabled: true }, ready());
    await server.restart();
    await clock.advance(100_000);
    expect(attempts).toEqual([]);
    expect(server.status()).toMatchObject({ state: 'disabled', reason: 'It is disabled in the config.' });
    expect(errorIn(await server.request('tools/call', {}, {}))).toMatchObject({
      message: "Server 'notes' is not connected: It is disabled in the config.",
    });
    await server.close();
  });

  it('survives a failing listener', async () => {
    const { open } = createFakeOpen(ready());
    const setup = setUp(open);
    const fail = (): never => {
      throw new Error('listener');
    };
    const events = { ...setup.deps.events, onStatus: fail, onOffer: fail, onNotification: fail };
    const server = createUpstreamServer(aConfig(), { ...setup.deps, events });
    await settle();
    expect(server.status().state).toBe('ready');
    expect(setup.lines.filter(({ level }) => level === 'error').length).toBeGreaterThan(0);
  });
});

describe('the log of a server', () => {
  it('has what it printed, what it logged, and how its connection went', async () => {
    const connection = ready();
    const { server, attempts } = start({}, refused('no'), connection);
    await settle();
    await server.restart();
    attempts.at(-1)?.events.onStderr?.('listening');
    attempts.at(-1)?.events.onNotification({
      method: 'notifications/message',
      params: { level: 'warning', data: 'low on memory' },
    });
    expect(server.logAfter(0).map(({ source, level, text }) => [source, level, text])).toEqual([
      ['gateway', 'warning', 'waiting: no'],
      ['gateway', 'info', expect.stringMatching(/^connecting/)],
      ['gateway', 'info', 'ready'],
      ['stderr', 'info', 'listening'],
      ['message', 'warning', 'low on memory'],
    ]);
    expect(server.logAfter(4).map(({ text }) => text)).toEqual(['low on memory']);
  });
});
