import { Client } from '@modelcontextprotocol/client';
import { systemClock } from '@toolmark/base';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CatalogTool } from '../../../../model/catalog.ts';
import { createFakeCore } from '../../fixtures/fake-core.ts';
import { createPipes, type Pipes, pipeTransport } from '../../fixtures/pipes.ts';
import { ENVELOPE, INITIALIZE } from '../../fixtures/requests.ts';
import { type Served, type ServedFront, serve, serveFront } from '../../fixtures/serve.ts';
import type { GatewayPlace } from './gateway-http.ts';
import { joinGateway } from './join-gateway.ts';

const legacyCall = (id: number | string, name: string, args: object = {}): object => ({
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});
const modernCall = (id: number | string, name: string, args: object = {}): object => ({
  id,
  method: 'tools/call',
  params: { name, arguments: args, _meta: { ...ENVELOPE, progressToken: 't' } },
});

describe('toolmark stdio beside a running gateway', () => {
  let front: ServedFront;
  let pipes: Pipes;
  let stop: AbortController;
  let joined: Promise<void>;
  let place: GatewayPlace | undefined;

  const join = (url: URL): void => {
    pipes = createPipes();
    place = { url: url.href, token: 'secret' };
    stop = new AbortController();
    const { stdin, stdout, stderr } = pipes;
    joined = joinGateway({
      ...place,
      locate: async () => place,
      stdin,
      stdout,
      stderr,
      clock: systemClock,
      signal: stop.signal,
      drainMs: 60_000,
    });
  };
  const handshake = async (): Promise<void> => {
    pipes.send(INITIALIZE);
    expect(await pipes.next()).toMatchObject({ id: 0, result: { protocolVersion: '2025-11-25' } });
    pipes.send({ method: 'notifications/initialized' });
  };

  beforeEach(async () => {
    const tool = { paramHeaders: [{ header: 'mcp-param-region', path: ['region'] }] } as unknown as CatalogTool;
    front = await serveFront({ catalog: () => ({ toolsByName: new Map([['region', tool]]) }) });
    join(front.url);
  });
  afterEach(async () => {
    stop.abort();
    await joined;
    await front.close();
  });

  it.each(['auto', 'legacy'] as const)('serves a real client (%s)', async (mode) => {
    let changes = 0;
    const client = new Client(
      { name: 'tests', version: '1' },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode } },
    );
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { yes: true } }));
    client.setNotificationHandler('notifications/tools/list_changed', () => {
      changes++;
    });
    await client.connect(pipeTransport(pipes));
    if (mode === 'auto') await client.listen({ toolsListChanged: true });
    expect((await client.listTools()).tools).toHaveLength(6);
    const progress: number[] = [];
    const onprogress = (heard: { progress: number }): void => void progress.push(heard.progress);
    await client.callTool({ name: 'progress', arguments: { steps: 4 } }, { onprogress });
    expect(progress.slice(0, 3)).toEqual([1, 2, 3]);
    expect(JSON.stringify(await client.callTool({ name: 'ask' }))).toContain(String.raw`\"yes\":true`);
    expect(JSON.stringify(await client.callTool({ name: 'größe', arguments: { a: 1 } }))).toContain(
      String.raw`\"a\":1`,
    );
    expect(JSON.stringify(await client.callTool({ name: 'region', arguments: { region: 'eu' } }))).toContain('eu');
    core().changeTools();
    await expect.poll(() => changes).toBe(1);
    const controller = new AbortController();
    const waiting = core().waiting();
    const call = client.callTool({ name: 'wait', arguments: { n: 1 } }, { signal: controller.signal });
    const failed = expect(call).rejects.toThrow();
    await waiting;
    controller.abort();
    await failed;
    await expect.poll(() => core().cancelled).toEqual([1]);
    await client.close();
    await joined;
    await expect.poll(() => front.front.stats()).toMatchObject({ sessions: 0, running: 0, subscriptions: 0 });
  });
  const core = () => front.core;

  it('loses no message, and keeps those of each answer in order', async () => {
    for (let id = 1; id <= 50; id++) pipes.send(modernCall(id, 'progress', { steps: 20, size: 100 }));
    pipes.stdin.end();
    const heard = new Map<unknown, unknown[]>();
    for (let message = await pipes.next(); message !== undefined; message = await pipes.next()) {
      const key = message['id'] ?? 'progress';
      heard.set(key, [...(heard.get(key) ?? []), message]);
      if (heard.size === 51 && heard.get('progress')?.length === 1_000) break;
    }
    expect(heard.size).toBe(51);
    expect(heard.get('progress')).toHaveLength(1_000);
    await joined;
  });

  it('answers requests under way when stdin ends, then ends the session', async () => {
    await handshake();
    const waiting = core().waiting();
    pipes.send(legacyCall(1, 'wait'));
    await waiting;
    pipes.stdin.end();
    core().release();
    expect(await pipes.next()).toMatchObject({ id: 1, result: {} });
    await joined;
    expect(front.front.stats().sessions).toBe(0);
  });

  it('does not wait for a subscription when stdin ends', async () => {
    const params = { notifications: { toolsListChanged: true }, _meta: ENVELOPE };
    pipes.send({ id: 9, method: 'subscriptions/listen', params });
    expect(await pipes.next()).toMatchObject({ method: 'notifications/subscriptions/acknowledged' });
    pipes.stdin.end();
    await joined;
    await expect.poll(() => core().listens.size).toBe(0);
  });

  it('holds messages after the handshake until there is a session', async () => {
    pipes.send(INITIALIZE);
    pipes.send({ method: 'notifications/initialized' });
    pipes.send(legacyCall(1, 'echo', { a: 1 }));
    expect(await pipes.next()).toMatchObject({ id: 0 });
    expect(await pipes.next()).toMatchObject({ id: 1, result: {} });
    expect(front.front.stats().sessions).toBe(1);
  });

  it('ends at once on a signal', async () => {
    await handshake();
    const waiting = core().waiting();
    pipes.send(legacyCall(1, 'wait', { n: 1 }));
    await waiting;
    stop.abort();
    await joined;
    expect(front.front.stats().sessions).toBe(0);
    expect(core().cancelled).toEqual([1]);
  });

  it('answers every refused request separately', async () => {
    pipes.send(modernCall('a', 'nothing'));
    expect(await pipes.next()).toMatchObject({ id: 'a', error: { code: -32602 } });
    pipes.send({ id: 'b', method: 'no/such', params: { _meta: ENVELOPE } });
    expect(await pipes.next()).toMatchObject({ id: 'b', error: { code: -32601 } });
    pipes.send(legacyCall('c', 'echo'));
    expect(await pipes.next()).toMatchObject({ id: 'c', error: { code: -32000 } });
    pipes.stdin.write('no json\n');
    expect(await pipes.next()).toMatchObject({ id: null, error: { code: -32700 } });
  });

  const LONG = 'x'.repeat(80_000);
  const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  it.each([
    ['has more values than the gateway takes', `[${'0,'.repeat(150_000)}0]`, { id: 1, error: { code: -32000 } }],
    ['is nested deeper than the gateway takes', `["${LONG}",${deep(300)}]`, { id: 1, error: { code: -32600 } }],
    ['is nested deeper than any gateway takes', `["${LONG}",${deep(10_100)}]`, { id: 1, error: { code: -32600 } }],
    ['is long and no JSON', `["${LONG}",]`, { id: null, error: { code: -32700 } }],
    ['is long and in order', `["${LONG}",[${'0,'.repeat(50_000)}0]]`, { id: 1, result: {} }],
  ])('loses no message around one that %s', async (_name, args, answer) => {
    await handshake();
    const call = (id: number, text: string): string =>
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"echo","arguments":{"a":${text}}}}\n`;
    pipes.stdin.write(`${call(1, args)}${call(2, '1')}`);
    const answers = [await pipes.next(), await pipes.next()];
    expect(answers.find((each) => each?.['id'] !== 2)).toMatchObject(answer);
    expect(answers.find((each) => each?.['id'] === 2)).toMatchObject({ id: 2, result: {} });
    expect(front.core.callers).toHaveLength('result' in answer ? 2 : 1);
  });

  it('answers requests while the gateway is gone, reports that once, and continues when it is back', async () => {
    await handshake();
    const waiting = core().waiting();
    pipes.send(legacyCall(1, 'wait'));
    await waiting;
    const { port } = front.url;
    await front.close();
    expect(await pipes.next()).toMatchObject({ id: 1, error: {} });
    pipes.send(legacyCall(2, 'echo'));
    expect(await pipes.next()).toMatchObject({ id: 2, error: { code: -32061 } });
    pipes.send(legacyCall(3, 'echo'));
    expect(await pipes.next()).toMatchObject({ id: 3, error: { code: -32061 } });
    expect(String(pipes.stderr.read()).match(/is gone/g)).toHaveLength(1);
    front = await serveFront({ core: createFakeCore(), port: Number(port) });
    pipes.send(legacyCall(4, 'echo', { a: 1 }));
    expect(await pipes.next()).toMatchObject({ id: 4, result: {} });
    expect(core().callers.at(-1)).toMatchObject({ era: 'legacy', client: { name: 'tests' } });
  });

  it.each([true, false])(
    'finds a gateway that is back on another port, with a failed request before: %s',
    async (missed) => {
      await handshake();
      await front.close();
      place = undefined;
      if (missed) {
        pipes.send(legacyCall(1, 'echo'));
        expect(await pipes.next()).toMatchObject({ id: 1, error: { code: -32061 } });
      }
      front = await serveFront({ core: createFakeCore() });
      place = { url: front.url.href, token: 'secret' };
      pipes.send(legacyCall(2, 'echo', { a: 1 }));
      expect(await pipes.next()).toMatchObject({ id: 2, result: {} });
      pipes.send(modernCall(3, 'echo'));
      expect(await pipes.next()).toMatchObject({ id: 3, result: {} });
    },
  );

  it('sends nothing to another program at the old address of the gateway', async () => {
    await handshake();
    const { port } = front.url;
    await front.close();
    place = undefined;
    pipes.send(legacyCall(1, 'echo'));
    expect(await pipes.next()).toMatchObject({ id: 1, error: { code: -32061 } });
    let requests = 0;
    const stranger = await serve((_req, res) => {
      requests++;
      res.end();
    }, Number(port));
    pipes.send(legacyCall(2, 'echo'));
    expect(await pipes.next()).toMatchObject({ id: 2, error: { code: -32061 } });
    stop.abort();
    await joined;
    await stranger.close();
    expect(requests).toBe(0);
  });

  it('passes a batch on', async () => {
    await handshake();
    const messages = [legacyCall(1, 'progress'), legacyCall('b', 'echo'), { method: 'notifications/x' }];
    pipes.stdin.write(`${JSON.stringify(messages.map((message) => ({ jsonrpc: '2.0', ...message })))}\n`);
    const heard = [];
    for (let n = 0; n < 5; n++) heard.push(await pipes.next());
    expect(heard.map((message) => message?.['id']).filter((id) => id !== undefined)).toEqual(
      expect.arrayContaining([1, 'b']),
    );
    pipes.stdin.end();
    await joined;
  });

  it.each([
    [
      'a batch without a session',
      '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]',
      [1, 2],
      -32000,
    ],
    ['an empty batch', '[]', [null], -32600],
    ['an id that is none', '{"jsonrpc":"2.0","id":{},"method":"ping"}', [null], -32600],
    ['something else', '7', [null], -32600],
  ])('answers an invalid line: %s', async (_name, line, ids, code) => {
    pipes.stdin.write(`${line}\n`);
    for (const id of ids) expect(await pipes.next()).toMatchObject({ id, error: { code } });
  });

  it('answers every request of a batch when the gateway disconnects', async () => {
    await handshake();
    const waiting = core().waiting();
    const messages = [legacyCall(1, 'echo'), legacyCall(2, 'wait')];
    pipes.stdin.write(`${JSON.stringify(messages.map((message) => ({ jsonrpc: '2.0', ...message })))}\n`);
    await waiting;
    expect(await pipes.next()).toMatchObject({ id: 1, result: {} });
    front.server.closeAllConnections();
    expect(await pipes.next()).toMatchObject({ id: 2, error: { code: -32063 } });
  });
});

describe('the relayed requests', () => {
  const seen: { readonly method: string | undefined; readonly headers: Record<string, unknown> }[] = [];
  let gateway: Served;
  let answer = { status: 200, body: '' };
  beforeEach(async () => {
    seen.length = 0;
    gateway = await serve((req, res) => {
      seen.push({ method: req.method, headers: req.headers });
      res.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
  });
  afterEach(() => gateway.close());

  const relay = async (...messages: readonly object[]): Promise<unknown[]> => {
    const pipes = createPipes();
    const { stdin, stdout, stderr } = pipes;
    const signal = new AbortController().signal;
    const place = { url: gateway.url.href, token: 'secret' };
    const options = { ...place, locate: async () => place, clock: systemClock, signal, drainMs: 1_000 };
    const joined = joinGateway({ ...options, stdin, stdout, stderr });
    for (const message of messages) pipes.send(message);
    stdin.end();
    await joined;
    stdout.end();
    const heard: unknown[] = [];
    for (let next = await pipes.next(); next !== undefined; next = await pipes.next()) heard.push(next);
    return heard;
  };

  it('have headers that repeat the body', async () => {
    answer = { status: 200, body: '{"jsonrpc":"2.0","id":1,\n"result":{}}' };
    expect(await relay(modernCall(1, 'größe'))).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer secret',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': `=?base64?${Buffer.from('größe').toString('base64')}?=`,
      'toolmark-relay': 'stdio',
    });
  });

  it('name one conversation for all requests of a client without a session', async () => {
    answer = { status: 200, body: '{"jsonrpc":"2.0","id":1,"result":{}}' };
    await relay(modernCall(1, 'echo'), { id: 1, method: 'tools/list', params: { _meta: ENVELOPE } });
    await relay(modernCall(1, 'echo'));
    const [first, second, other] = seen.map(({ headers }) => headers['toolmark-session']);
    expect(first).toMatch(/^toolmark-stdio:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(second).toBe(first);
    expect(other).not.toBe(first);
  });

  it('name no conversation for an older client, which has a session', async () => {
    answer = { status: 200, body: '{"jsonrpc":"2.0","id":0,"result":{}}' };
    await relay(INITIALIZE);
    expect(seen[0]?.headers).not.toHaveProperty('toolmark-session');
  });

  it.each([
    ['refuses in its own words', 401, '{"error":{"code":"unauthorized","message":"no"}}', [-32061]],
    ['refuses without words', 500, '', [-32061]],
    ['says nothing', 200, '', [-32063]],
    ['answers something else', 200, '{"jsonrpc":"2.0","id":2,"result":{}}', [undefined, -32063]],
  ])('get an error when the gateway %s', async (_name, status, body, codes) => {
    answer = { status, body };
    const heard = (await relay(modernCall(1, 'echo'))) as { id: unknown; error?: { code: number } }[];
    expect(heard.map(({ error }) => error?.code)).toEqual(codes);
    expect(heard.at(-1)?.id).toBe(1);
    expect(JSON.stringify(heard)).not.toContain('secret');
  });
});
