import { PassThrough } from 'node:stream';
import type { JsonObject } from '@toolmark/base';
import { describe, expect, it, vi } from 'vitest';
import { attempt, callTool, fixture, open, PATIENT, rawServer, textOf } from './wire/fixtures/open.ts';

const RAW = { serverInfo: { name: 'raw', version: '1.2.3' }, instructions: 'Be kind.', transport: 'stdio' };
const SDK = { serverInfo: { name: 'sdk', version: '3.2.1' }, instructions: undefined, transport: 'stdio' };
const LEGACY = { era: 'legacy', protocolVersion: '2025-11-25' };
const MODERN = { era: 'modern', protocolVersion: '2026-07-28' };

describe('openConnection over stdio', () => {
  it.each([
    ['an older raw server', rawServer(), {}, { ...RAW, ...LEGACY }],
    ['a raw server of 2026-07-28', rawServer({ ERA: 'modern' }), {}, { ...RAW, ...MODERN }],
    ['a raw server of both eras', rawServer({ ERA: 'dual' }), {}, { ...RAW, ...MODERN }],
    [
      'the same server when configured as legacy',
      rawServer({ ERA: 'dual' }),
      { protocol: 'legacy' },
      { ...RAW, ...LEGACY },
    ],
    [
      'the oldest revision',
      rawServer({ VERSION: '2024-11-05' }),
      {},
      { ...RAW, ...LEGACY, protocolVersion: '2024-11-05' },
    ],
    ['a server that exits on server/discover', rawServer({ ON_DISCOVER: 'exit' }), {}, { ...RAW, ...LEGACY }],
    ['a server that answers with string ids', rawServer({ TEXT_IDS: '1' }), {}, { ...RAW, ...LEGACY }],
    ['the current SDK', fixture('sdk-server.mjs', { LINE: '2' }), {}, { ...SDK, ...MODERN }],
    [
      'the current SDK in the older era',
      fixture('sdk-server.mjs', { LINE: '2' }),
      { protocol: 'legacy' },
      { ...SDK, ...LEGACY },
    ],
    ['the older SDK', fixture('sdk-server.mjs', { LINE: '1' }), {}, { ...SDK, ...LEGACY }],
    [
      'an outdated verdict',
      rawServer({ ERA: 'modern' }),
      { remembered: { era: 'legacy', transport: 'stdio' } },
      { ...RAW, ...MODERN },
    ],
    [
      'a verdict for another transport',
      rawServer(),
      { remembered: { era: 'legacy', transport: 'http' } },
      { ...RAW, ...LEGACY },
    ],
  ] as const)('agrees with %s', async (_, target, options, expected) => {
    const { connection } = await open(target, options);
    expect(connection).toMatchObject(expected);
    const reply = await callTool({ connection }, 'echo', { word: 'hello' });
    expect(textOf(reply)).toContain('hello');
  });

  it('waits for slow servers and for servers that ignore unknown methods', async () => {
    const opened = await Promise.all([
      open(rawServer({ START_DELAY: '4000' })),
      open(rawServer({ START_DELAY: '4000', ERA: 'modern' })),
      open(rawServer({ START_DELAY: '4000', ERA: 'dual' })),
      open(rawServer({ ON_DISCOVER: 'silent' })),
    ]);
    expect(opened.map(({ connection }) => connection.era)).toEqual(['legacy', 'modern', 'modern', 'legacy']);
  });

  it.each([
    ['a missing command', { command: '/does/not/exist' }, /the command does not exist/, false],
    ['a missing directory', { cwd: '/does/not/exist' }, /the directory '\/does\/not\/exist' does not exist/, false],
    [
      'a server that exits at once',
      { args: ['-e', 'console.error("no config"); process.exit(4)'] },
      /^The server exited with code 4 before it was connected; its last lines/,
      true,
    ],
    [
      'an unknown future revision',
      { env: { VERSION: '2030' } },
      /revision '2030', which Toolmark does not support/,
      false,
    ],
    [
      'a secret in an error',
      { env: { ON_INITIALIZE: 'refuse', API_KEY: 'sesame-open-1' } },
      /error -32000 \(The key … is not valid\)/,
      true,
    ],
  ])('reports %s', async (_, change, message, retryable) => {
    const outcome = await attempt({ ...rawServer(), ...change });
    expect(outcome).toMatchObject({ ok: false, error: { message: expect.stringMatching(message), retryable } });
    expect(JSON.stringify(outcome)).not.toContain('sesame');
  });

  it("stops when the signal aborts, and reports the server's output instead", async () => {
    const args = ['-e', 'console.log("Listening on port 3000"); setInterval(() => {}, 1000)'];
    const controller = new AbortController();
    const target = { ...rawServer(), args };
    const outcome = attempt(target, { signal: controller.signal, protocol: 'legacy' });
    setTimeout(() => controller.abort(), 500);
    expect(await outcome).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/did not answer the handshake in time\. .*Listening on port 3000/) },
    });
  });

  it('works over given streams', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    output.on('data', (chunk: Buffer) => {
      const { id, method } = JSON.parse(chunk.toString());
      if (method === 'initialize') {
        const answer = { protocolVersion: '2025-11-25', capabilities: {} };
        input.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: answer })}\n`);
      }
    });
    const { promise: isClosed, resolve } = Promise.withResolvers<void>();
    const close = async (): Promise<void> => resolve();
    const { connection } = await open({ kind: 'streams', input, output, close }, { protocol: 'legacy' });
    input.end();
    expect(await connection.closed).toBe('closed the connection');
    await isClosed;
  });
});

describe('a started server', () => {
  const pidIn = (lines: readonly string[]): number => Number(/pid (\d+)/.exec(lines.join('\n'))?.[1]);
  const isAlive = (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  it('has exited once its connection is closed, with us as the cause', async () => {
    const { connection } = await open(rawServer());
    const hanging = callTool({ connection }, 'hang');
    const pid = pidIn(connection.stderrTail());
    expect(isAlive(pid)).toBe(true);
    await connection.close();
    expect(isAlive(pid)).toBe(false);
    expect(await connection.closed).toBe('was disconnected');
    expect(await hanging).toMatchObject({ error: { code: -32063 } });
  });

  it('has exited after a failed attempt to connect', async () => {
    const controller = new AbortController();
    const outcome = attempt(rawServer({ START_DELAY: '60000' }), { signal: controller.signal });
    setTimeout(() => controller.abort(), 1_000);
    const failure = await outcome;
    const pid = pidIn(failure.ok ? [] : failure.error.stderrTail);
    expect(pid).toBeGreaterThan(0);
    expect(isAlive(pid)).toBe(false);
  });
});

describe('a request over stdio', () => {
  it('names the calling client and its capabilities in 2026-07-28', async () => {
    const opened = await open(rawServer({ ERA: 'modern' }));
    const client = { info: { name: 'them' }, capabilities: { elicitation: {}, extensions: { 'x/y': {} } } };
    const sent = JSON.parse(textOf(await callTool(opened, 'echo', {}, { client })));
    expect(sent._meta).toEqual({
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'them' },
      'io.modelcontextprotocol/clientCapabilities': client.capabilities,
    });
  });

  it('receives all progress, even in one chunk with the result', async () => {
    const opened = await open(rawServer());
    const heard: unknown[] = [];
    const reply = callTool(opened, 'progress', {}, { onProgress: (params) => heard.push(params['progress']) });
    const order = reply.then(() => [...heard]);
    expect(textOf(await reply)).toBe('done');
    expect(await order).toEqual([1, 2, 3]);
  });

  it('is cancelled at the server, and its late answer is dropped', async () => {
    const opened = await open(rawServer());
    const controller = new AbortController();
    const reply = callTool(opened, 'hang', {}, { signal: controller.signal });
    await opened.heard('hanging');
    controller.abort();
    expect(await reply).toMatchObject({ kind: 'error', error: { code: -32060, data: { error: 'cancelled' } } });
    await opened.heard('cancelled: The request was cancelled.');
  });

  it('is cancelled at its timeout', async () => {
    const opened = await open(rawServer());
    const reply = await callTool(opened, 'hang', {}, { timeoutMs: 100 });
    expect(reply).toMatchObject({ error: { code: -32062, message: 'The server did not answer within 0.1 s.' } });
    await opened.heard('cancelled: The server did not answer within 0.1 s.');
  });

  it('may lead to a question without a request id, and its answer', async () => {
    const opened = await open(rawServer());
    const params = { message: 'Sure?' };
    const reply = await callTool(opened, 'ask', { method: 'elicitation/create', params });
    expect(JSON.parse(textOf(reply))).toEqual({ action: 'decline' });
    expect(opened.questions).toEqual([{ method: 'elicitation/create', params }]);
  });

  it.each([
    ['ping', {}],
    ['tasks/get', { code: -32601, message: "'tasks/get' is not supported.", data: { error: 'methodNotFound' } }],
  ])('answers %s itself', async (method, answer) => {
    const opened = await open(rawServer());
    const reply = await callTool(opened, 'ask', { method });
    expect(JSON.parse(textOf(reply))).toEqual(answer);
    expect(opened.questions).toEqual([]);
  });

  it.each([
    ['kill', {}, 'was killed by SIGKILL'],
    ['exit', { code: 7 }, 'exited with code 7'],
  ])('fails when the server exits (%s)', async (tool, args, reason) => {
    const opened = await open(rawServer());
    const other = callTool(opened, 'hang');
    const replies = await Promise.all([other, callTool(opened, tool, args)]);
    for (const reply of replies) {
      const message = `The server ${reason} while the request was in progress.`;
      expect(reply).toMatchObject({ kind: 'error', error: { code: -32063, message } });
    }
    expect(await opened.connection.closed).toBe(reason);
    const after = await callTool(opened, 'echo');
    expect(after).toMatchObject({ error: { code: -32061, message: `The server ${reason}.` } });
  });

  it.each([
    ['broken', {}, { code: -32065, message: 'The server sent an answer that is not valid JSON.' }],
    ['bare', {}, { code: -32065, message: 'The server sent an answer that is not JSON-RPC 2.0.' }],
    ['half', {}, { code: -32062, data: { error: 'upstreamTimeout' } }],
    ['odd', { result: 'text' }, { code: -32065 }],
    ['odd', { result: null }, { code: -32065 }],
  ])('is the only one affected by a broken frame (%s %j)', async (tool, args, error) => {
    const opened = await open(rawServer());
    const [reply, other] = await Promise.all([
      callTool(opened, tool, args, { timeoutMs: 1_000 }),
      callTool(opened, 'echo', { word: 'unharmed' }),
    ]);
    expect(reply).toMatchObject({ kind: 'error', error });
    expect(textOf(other)).toContain('unharmed');
  });

  it('survives a flood of stderr', async () => {
    const opened = await open(rawServer());
    expect(textOf(await callTool(opened, 'flood', { bytes: 20_000_000 }))).toBe('dry');
    expect(opened.connection.stderrTail().at(-1)).toBe('the last words');
  });

  it('may return a large or deeply nested result', async () => {
    const opened = await open(rawServer());
    const answer = { bytes: 64 * 1024 * 1024, values: 200_000 };
    expect(textOf(await callTool(opened, 'big', { bytes: 50_000_000 }, { answer }))).toHaveLength(25_000_000);
    expect(await callTool(opened, 'deep', { levels: 100_000 }, { answer })).toMatchObject({ kind: 'result' });
  });

  it("rejects a result above the server's limit, and reads the next one", async () => {
    const opened = await open(rawServer());
    const hint = (setting: string) => `${setting} in its config entry sets the limit.`;
    expect(await callTool(opened, 'big', { bytes: 20_000_000 })).toMatchObject({
      error: {
        code: -32065,
        message: `The server sent a message of more than 8388608 bytes. ${hint('resultBytes')}`,
      },
    });
    expect(await callTool(opened, 'many', { items: 50_001 })).toMatchObject({
      error: {
        code: -32065,
        message: `The server sent a message of more than 50000 values. ${hint('resultValues')}`,
      },
    });
    expect(await callTool(opened, 'many', { items: 49_000 })).toMatchObject({ kind: 'result' });
    expect(textOf(await callTool(opened, 'echo', { word: 'unharmed' }))).toContain('unharmed');
  });

  it('delivers messages sent during a long message after it, in order', async () => {
    const opened = await open(rawServer());
    const heard: unknown[] = [];
    const reply = await callTool(
      opened,
      'chatter',
      { items: 40_000 },
      { onProgress: ({ progress }) => heard.push(progress) },
    );
    expect([heard, reply.kind]).toEqual([[1, 2, 3], 'result']);
  });

  it('rejects a result above the message limit without affecting others', async () => {
    const opened = await open(rawServer());
    const hanging = callTool(opened, 'hang', {}, { timeoutMs: 60_000, maxTimeoutMs: 60_000 });
    const reply = await callTool(opened, 'big', { bytes: 70_000_000 });
    const message = 'The server sent a message of more than 64 MiB.';
    expect(reply).toMatchObject({ error: { code: -32065, message } });
    expect(textOf(await callTool(opened, 'echo', { word: 'unharmed' }))).toContain('unharmed');
    expect(opened.connection.warnings?.()).toEqual([
      'The server sent messages of more than 64 MiB, which were ignored.',
    ]);
    // An answer without a readable id could belong to any request in progress.
    const odd = await callTool(opened, 'backwards', { bytes: 70_000_000 });
    expect([odd, await hanging]).toMatchObject([{ error: { message } }, { error: { message } }]);
    expect(textOf(await callTool(opened, 'echo', { word: 'unharmed' }))).toContain('unharmed');
  });

  it('can run with many others', async () => {
    const opened = await open(rawServer());
    const words = Array.from({ length: 500 }, (_, index) => `word ${index}`);
    const replies = await Promise.all(words.map((word) => callTool(opened, 'echo', { word })));
    expect(replies.map((reply) => JSON.parse(textOf(reply)).arguments.word)).toEqual(words);
  });

  it('is refused while the server does not read its input', async () => {
    const opened = await open(rawServer());
    void callTool(opened, 'deaf');
    const large = { word: 'x'.repeat(4_000_000) };
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => callTool(opened, 'echo', large, { timeoutMs: 300 })),
    );
    const names = replies.map((reply) => reply.kind === 'error' && (reply.error.data as JsonObject)['error']);
    expect(names.filter((name) => name === 'upstreamBusy').length).toBeGreaterThan(0);
    expect(new Set(names)).toEqual(new Set(['upstreamBusy', 'upstreamTimeout']));
    await vi.waitFor(
      () => {
        const warning = 'The server has not read its input for more than 5 s; it may hang.';
        expect(opened.connection.warnings?.()).toEqual([warning]);
      },
      { timeout: 10_000 },
    );
  });

  it('skips noise and reads batches', async () => {
    const opened = await open(rawServer({ NOISE: '1' }));
    expect(textOf(await callTool(opened, 'batch'))).toBe('batched');
    expect(opened.notifications).toEqual([{ method: 'notifications/message', params: { data: 'in a batch' } }]);
    expect(textOf(await callTool(opened, 'twice'))).toBe('once');
    expect(opened.connection.warnings?.()).toEqual([
      expect.stringMatching(/^The server printed \d+ lines that are not MCP messages on stdout \(such as 'rubbish'\)/),
    ]);
  });

  it('rejects parameters that are not JSON', async () => {
    const opened = await open(rawServer());
    const reply = await opened.connection.request('tools/call', { arguments: 1n }, PATIENT);
    expect(reply).toMatchObject({ error: { code: -32602 } });
  });
});

describe('listen over stdio', () => {
  it('receives the requested notifications without the subscription id', async () => {
    const opened = await open(rawServer({ ERA: 'modern' }));
    opened.connection.listen({ toolsListChanged: true });
    expect(await opened.heard('tools/list_changed')).toEqual({
      method: 'notifications/tools/list_changed',
      params: {},
    });
    opened.connection.listen({ resourceSubscriptions: ['file:///a'] });
    expect(await opened.heard('file:///a')).toEqual({
      method: 'notifications/resources/updated',
      params: { uri: 'file:///a', _meta: { 'com.example/x': 1 } },
    });
  });

  it('receives tool changes of an SDK server', async () => {
    const opened = await open(fixture('sdk-server.mjs', { LINE: '2' }));
    opened.connection.listen({ toolsListChanged: true });
    await callTool(opened, 'later');
    await opened.heard('tools/list_changed');
  });
});
