import { Client } from '@modelcontextprotocol/client';
import { errorOf, failed } from '@toolmark/base';
import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import { createFakeClock, type FakeClock, settle } from '../../../../../base/src/fixtures/fake-clock.ts';
import { OWN_ENTRANCE } from '../../../model/entrance.ts';
import type { TokenGrant } from '../../../model/grant.ts';
import { CONVERSATION_KEY, identify } from '../../../sessions/identity.ts';
import { createFakeCore, type FakeCore, SERVER_INFO } from '../fixtures/fake-core.ts';
import { createPipes, type Pipes, pipeTransport } from '../fixtures/pipes.ts';
import { ENVELOPE, INITIALIZE } from '../fixtures/requests.ts';
import { type StdioFront, serveStdioFront } from './serve-stdio.ts';

const DRAIN_MS = 5_000;
const MAX_BYTES = 100_000;
const LIMITS = { bodyBytes: MAX_BYTES, depth: 50, values: 5_000, drainMs: DRAIN_MS };
const call = (id: number, name: string, args: object = {}): object => ({
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});
const modernCall = (id: number, name: string, args: object = {}): object => ({
  id,
  method: 'tools/call',
  params: { name, arguments: args, _meta: { ...ENVELOPE, progressToken: 't' } },
});

describe('the gateway on stdin and stdout', () => {
  let core: FakeCore;
  let clock: FakeClock;
  let pipes: Pipes;
  let front: StdioFront;
  let warned: Mock;
  beforeEach(() => {
    core = createFakeCore();
    clock = createFakeClock();
    pipes = createPipes();
    const ignore = (): void => {};
    warned = vi.fn();
    front = serveStdioFront({
      core,
      clock,
      stdin: pipes.stdin,
      stdout: pipes.stdout,
      limits: LIMITS,
      newId: () => 'the-session',
      log: { debug: ignore, info: ignore, warn: warned, error: ignore },
      serverInfo: SERVER_INFO,
    });
  });
  afterEach(() => front.close(0));

  const handshake = async (): Promise<void> => {
    pipes.send(INITIALIZE);
    await pipes.next();
    pipes.send({ method: 'notifications/initialized' });
  };

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
    expect(client.getProtocolEra()).toBe(mode === 'auto' ? 'modern' : 'legacy');
    if (mode === 'auto') await client.listen({ toolsListChanged: true });
    expect((await client.listTools()).tools).toHaveLength(6);
    const progress: number[] = [];
    const onprogress = (heard: { progress: number }): void => void progress.push(heard.progress);
    await client.callTool({ name: 'progress', arguments: { steps: 4 } }, { onprogress });
    expect(progress.slice(0, 3)).toEqual([1, 2, 3]);
    expect(JSON.stringify(await client.callTool({ name: 'ask' }))).toContain(String.raw`\"yes\":true`);
    core.changeTools();
    await expect.poll(() => changes).toBe(1);
    await client.close();
    await front.closed;
    expect([core.channels.size, core.listens.size]).toEqual([0, 0]);
  });

  it('sends the reply of the core unchanged, with fields that the SDK does not know', async () => {
    const odd = { resultType: 'complete', tools: [{ name: 'x', execution: { taskSupport: 'optional' } }], more: [1] };
    const handle = vi.spyOn(core, 'handle');
    handle.mockResolvedValueOnce({ kind: 'json', json: Buffer.from(JSON.stringify(odd)) });
    pipes.send({ id: 1, method: 'tools/list', params: { _meta: ENVELOPE } });
    expect(await pipes.next()).toEqual({ jsonrpc: '2.0', id: 1, result: odd });
    handle.mockResolvedValueOnce({ kind: 'error', error: { code: -32002, message: 'gone', data: { uri: 'x' } } });
    pipes.send({ id: 'b', method: 'resources/read', params: { uri: 'x', _meta: ENVELOPE } });
    expect(await pipes.next()).toEqual({
      jsonrpc: '2.0',
      id: 'b',
      error: { code: -32002, message: 'gone', data: { uri: 'x' } },
    });
  });

  it.each(['ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe'])(
    'refuses %s in 2026-07-28 like the core, which no longer has it',
    async (method) => {
      pipes.send({ id: 7, method, params: { level: 'info', uri: 'x', _meta: ENVELOPE } });
      const error = { code: -32601, message: `Method not found: ${method}`, data: { error: 'methodNotFound' } };
      expect(await pipes.next()).toEqual({ jsonrpc: '2.0', id: 7, error });
    },
  );

  it('passes the log level of an older client to the core, also one that does not exist', async () => {
    await handshake();
    vi.spyOn(core, 'handle').mockResolvedValueOnce(failed(errorOf('invalidParams', 'No such level.')));
    pipes.send({ id: 7, method: 'logging/setLevel', params: { level: 'loud' } });
    const error = { code: -32602, message: 'No such level.', data: { error: 'invalidParams' } };
    expect(await pipes.next()).toEqual({ jsonrpc: '2.0', id: 7, error });
    pipes.send({ id: 8, method: 'logging/setLevel', params: { level: 'info' } });
    expect(await pipes.next()).toEqual({ jsonrpc: '2.0', id: 8, result: {} });
    expect(core.levels).toEqual(['info']);
  });

  it('passes the client to the core, in the older era', async () => {
    await handshake();
    pipes.send(call(1, 'echo'));
    await pipes.next();
    expect(core.callers[0]).toMatchObject({
      era: 'legacy',
      protocolVersion: '2025-11-25',
      principal: 'local',
      session: 'the-session',
      client: { name: 'tests' },
      capabilities: { elicitation: {} },
    });
  });

  it('passes the client to the core, in 2026-07-28, with unchanged params', async () => {
    pipes.send(modernCall(1, 'progress'));
    expect([await pipes.next(), await pipes.next(), await pipes.next()]).toMatchObject(
      [1, 2, 3].map((progress) => ({ params: { progress } })),
    );
    expect(await pipes.next()).toMatchObject({ id: 1, result: { resultType: 'complete' } });
    expect(core.callers[0]).toMatchObject({
      era: 'modern',
      session: undefined,
      ask: undefined,
      client: { name: 'tests' },
    });
  });

  it.each(['legacy', 'modern'])('passes on the conversation of a call (%s)', async (era) => {
    const handle = vi.spyOn(core, 'handle');
    if (era === 'legacy') await handshake();
    const meta = { ...(era === 'modern' && ENVELOPE), [CONVERSATION_KEY]: 'x' };
    pipes.send({ id: 1, method: 'tools/call', params: { name: 'echo', arguments: {}, _meta: meta } });
    expect(await pipes.next()).toMatchObject({ id: 1, result: {} });
    const [, params = {}, caller = expect.fail()] = handle.mock.calls.at(-1) ?? [];
    expect(identify(caller, params)).toMatchObject({ client: 'tests', conversation: 'x' });
  });

  it.each([true, false])('passes on whether the token allows its client to answer: %s', async (mayAnswer) => {
    await front.close(0);
    pipes = createPipes();
    const grant: TokenGrant = {
      id: '1',
      name: 'ci',
      servers: undefined,
      profile: undefined,
      mayAnswer,
      kind: 'client',
      ceiling: 'destructive',
    };
    const ignore = (): void => {};
    front = serveStdioFront({
      core,
      clock,
      stdin: pipes.stdin,
      stdout: pipes.stdout,
      newId: () => 'the-session',
      serverInfo: SERVER_INFO,
      limits: LIMITS,
      log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
      entrance: { ...OWN_ENTRANCE, principal: 'ci', grant },
    });
    pipes.send(modernCall(1, 'echo'));
    await pipes.next();
    expect(core.callers[0]).toMatchObject({ principal: 'ci', mayAnswer });
  });

  it('cancels', async () => {
    await handshake();
    const waiting = core.waiting();
    pipes.send(call(1, 'wait', { n: 3 }));
    await waiting;
    pipes.send({ method: 'notifications/cancelled', params: { requestId: 1 } });
    await expect.poll(() => core.cancelled).toEqual([3]);
  });

  it('answers requests under way when stdin ends, and then ends', async () => {
    await handshake();
    const waiting = core.waiting();
    pipes.send(call(1, 'wait'));
    await waiting;
    pipes.stdin.end();
    await settle();
    core.release();
    expect(await pipes.next()).toMatchObject({ id: 1, result: {} });
    await front.closed;
    expect(clock.pending()).toBe(0);
    expect(core.channels.size).toBe(0);
    expect(pipes.stdin.listenerCount('error')).toBe(0);
  });

  it('does not wait for them forever', async () => {
    await handshake();
    const waiting = core.waiting();
    pipes.send(call(1, 'wait', { n: 1 }));
    await waiting;
    pipes.stdin.end();
    await settle();
    await clock.advance(DRAIN_MS);
    await front.closed;
    expect(core.cancelled).toEqual([1]);
  });

  it('does not wait for a request that was cancelled', async () => {
    await handshake();
    const waiting = core.waiting();
    pipes.send(call(1, 'wait', { n: 1 }));
    await waiting;
    pipes.send({ method: 'notifications/cancelled', params: { requestId: 1 } });
    pipes.stdin.end();
    await front.closed;
    expect(clock.pending()).toBe(0);
  });

  it('ends a subscription with a result when it is stopped', async () => {
    const params = { notifications: { toolsListChanged: true }, _meta: ENVELOPE };
    pipes.send({ id: 9, method: 'subscriptions/listen', params });
    expect(await pipes.next()).toMatchObject({ method: 'notifications/subscriptions/acknowledged' });
    await front.close(0);
    expect(await pipes.next()).toMatchObject({ id: 9, result: { resultType: 'complete' } });
  });

  it('ends a subscription that is cancelled', async () => {
    const params = { notifications: { toolsListChanged: true }, _meta: ENVELOPE };
    pipes.send({ id: 9, method: 'subscriptions/listen', params });
    await pipes.next();
    pipes.send({ method: 'notifications/cancelled', params: { requestId: 9, _meta: ENVELOPE } });
    await expect.poll(() => core.listens.size).toBe(0);
  });

  it('refuses a subscription with an invalid filter', async () => {
    pipes.send({ id: 9, method: 'subscriptions/listen', params: { notifications: 7, _meta: ENVELOPE } });
    expect(await pipes.next()).toMatchObject({ id: 9, error: { code: -32602 } });
  });

  it('continues after a line that is not a message', async () => {
    pipes.stdin.write('what?\n\n{"a":1}\n');
    pipes.send(modernCall(1, 'echo'));
    expect(await pipes.next()).toMatchObject({ id: 1 });
  });

  it('sends pending answers before it is stopped', async () => {
    await handshake();
    const waiting = core.waiting();
    pipes.send(call(1, 'wait'));
    await waiting;
    const closed = front.close(1_000);
    core.release();
    expect(await pipes.next()).toMatchObject({ id: 1, result: {} });
    await closed;
    expect(clock.pending()).toBe(0);
  });

  it('waits for them only until the deadline', async () => {
    await handshake();
    const waiting = core.waiting();
    pipes.send(call(1, 'wait', { n: 1 }));
    await waiting;
    const closed = front.close(1_000);
    await clock.advance(1_000);
    await closed;
    expect(core.cancelled).toEqual([1]);
  });

  const LONG = `"params":{"name":"echo","arguments":{"a":"${'x'.repeat(MAX_BYTES)}"}}`;
  it.each([
    ['a request that begins with its id', `{"jsonrpc":"2.0","id":"a\\"b","method":"tools/call",${LONG}}`, 'a"b'],
    ['a request that ends with its id', `{"method":"tools/call",${LONG},"jsonrpc":"2.0","id":7}`, 7],
    ['a request with its id elsewhere', `{"method":"tools/call",${LONG},"id":7,"x":{}}`, null],
    ['a request with an id that is none', `{"id":"\\x","method":"tools/call",${LONG}}`, null],
    ['a request with an endless id', `{"id":${'9'.repeat(400)},"method":"tools/call",${LONG}}`, null],
    ['a notification', `{"method":"notifications/x","params":{"a":"${'x'.repeat(MAX_BYTES)}","id":7}}`, null],
    ['a response', `{"jsonrpc":"2.0","id":1,"result":{"a":"${'x'.repeat(MAX_BYTES)}"}}`, null],
    ['no message', '\u20ac'.repeat(MAX_BYTES), null],
  ])('refuses a line that is too long, and continues: %s', async (_name, line, id) => {
    await handshake();
    for (let at = 0; at < line.length; at += 30_000) pipes.stdin.write(line.slice(at, at + 30_000));
    pipes.stdin.write('\n');
    pipes.send(call(8, 'echo'));
    expect(await pipes.next()).toMatchObject({ id, error: { code: -32000, data: { error: 'bodyTooLarge' } } });
    expect(await pipes.next()).toMatchObject({ id: 8, result: {} });
    expect(warned).toHaveBeenCalledOnce();
  });

  it('accepts a line of exactly the limit among many others', async () => {
    await handshake();
    const framed = (text: string): string => JSON.stringify({ jsonrpc: '2.0', ...call(1, 'echo', { a: text }) });
    const line = framed('x'.repeat(MAX_BYTES - framed('').length));
    expect(Buffer.byteLength(line)).toBe(MAX_BYTES);
    pipes.stdin.write(`${line}\n${line.replace('"id":1', '"id":2')}\n`);
    expect([await pipes.next(), await pipes.next()]).toMatchObject([
      { id: 1, result: {} },
      { id: 2, result: {} },
    ]);
    expect(warned).not.toHaveBeenCalled();
  });

  const items = (count: number): string => `[${'0,'.repeat(count - 1)}0]`;
  const callText = (id: number, args: string, method = 'tools/call'): string =>
    `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":{"name":"echo","arguments":{"a":${args}}}}`;
  it.each([
    ['has too many values', items(6_000), { code: -32000, message: expect.stringContaining('more than 5000 values') }],
    ['has too many values and is long', items(40_000), { code: -32000, data: { error: 'bodyTooLarge' } }],
    ['is nested too deep', `${'['.repeat(60)}${']'.repeat(60)}`, { code: -32600 }],
    ['is nested too deep and long', `["${'x'.repeat(80_000)}",${'['.repeat(60)}${']'.repeat(60)}]`, { code: -32600 }],
  ])('refuses a message that %s, and continues', async (_name, args, error) => {
    await handshake();
    pipes.stdin.write(`${callText(1, args)}\n${callText(2, '1')}\n`);
    expect(await pipes.next()).toMatchObject({ id: 1, error });
    expect(await pipes.next()).toMatchObject({ id: 2, result: {} });
    expect([core.callers.length, warned.mock.calls.length]).toEqual([1, 1]);
  });

  it('handles messages in order, however long each takes to parse', async () => {
    await handshake();
    const long = `["${'x'.repeat(70_000)}",${items(4_000)}]`;
    pipes.stdin.write([1, 2, 3, 4].map((id) => `${callText(id, id % 2 === 1 ? long : '1')}\n`).join(''));
    const ids = [];
    for (let count = 0; count < 4; count++) ids.push((await pipes.next())?.['id']);
    expect(ids).toEqual([1, 2, 3, 4]);
  });

  it('answers a long message when stdin ends right after it', async () => {
    await handshake();
    pipes.stdin.end(`${callText(1, `["${'x'.repeat(70_000)}",${items(4_000)}]`)}\n`);
    expect(await pipes.next()).toMatchObject({ id: 1, result: {} });
    await front.closed;
  });

  it('keeps numbers that no double holds', async () => {
    await handshake();
    pipes.stdin.write(`${callText(1, '[12345678901234567890,1e400]')}\n`);
    expect(JSON.stringify(await pipes.next())).toContain('[12345678901234567890,1e400]');
  });

  it('answers with an incident id when the core fails', async () => {
    await handshake();
    pipes.send(call(1, 'breaks'));
    expect(await pipes.next()).toMatchObject({ id: 1, error: { code: -32603, data: { incident: 'the-session' } } });
  });
});
