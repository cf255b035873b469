import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { connect, textOf } from './fixtures/clients.ts';
import { LET_PASS, startGateway, type TestGateway } from './fixtures/gateway.ts';

const UNRULY = fileURLToPath(new URL('./fixtures/unruly-server.mjs', import.meta.url));
const unruly = (...args: readonly string[]) => ({ command: process.execPath, args: [UNRULY, ...args] });

async function serverState(gateway: TestGateway, name: string): Promise<{ state: string; [key: string]: unknown }> {
  const { body } = await gateway.api('/api/v1/servers');
  const { servers } = body as { servers: { name: string; state: string }[] };
  const server = servers.find((candidate) => candidate.name === name);
  if (server === undefined) throw new Error(`no server ${name}`);
  return server;
}

const untilReady = (gateway: TestGateway, name: string) =>
  expect.poll(async () => (await serverState(gateway, name)).state, { timeout: 30_000 }).toBe('ready');

describe.each(['auto', 'legacy'] as const)('a misbehaving server, for a client (%s)', (mode) => {
  it.each(['die', 'crash_quietly'])('that exits during a call (%s) is restarted', async (tool) => {
    const gateway = await startGateway({ servers: { bad: unruly(), good: unruly() } });
    await untilReady(gateway, 'bad');
    const client = await connect(gateway, mode);
    await expect(client.callTool({ name: `bad__${tool}` })).rejects.toMatchObject({ code: -32063 });
    expect(textOf(await client.callTool({ name: 'good__echo', arguments: { a: 1 } }))).toBe('{"a":1}');
    await untilReady(gateway, 'bad');
    expect(textOf(await client.callTool({ name: 'bad__echo', arguments: { b: 2 } }))).toBe('{"b":2}');
  });

  it('that hangs lets its call time out, and does not affect other servers', async () => {
    const servers = { bad: { ...unruly(), timeout: 1 }, good: unruly() };
    // Without retries, which a read-only tool would otherwise get.
    const gateway = await startGateway({ servers, config: { policy: { ...LET_PASS, retry: { attempts: 1 } } } });
    await untilReady(gateway, 'bad');
    const client = await connect(gateway, mode);
    const hanging = expect(client.callTool({ name: 'bad__hang' })).rejects.toMatchObject({ code: -32062 });
    expect(textOf(await client.callTool({ name: 'good__echo', arguments: {} }))).toBe('{}');
    expect(textOf(await client.callTool({ name: 'bad__echo', arguments: {} }))).toBe('{}');
    await hanging;
    // The server was notified of the cancellation.
    expect(textOf(await client.callTool({ name: 'bad__cancelled' }))).toBe('1');
  });

  it('that floods stderr and sends invalid messages keeps working', async () => {
    const gateway = await startGateway({ servers: { bad: unruly() } });
    await untilReady(gateway, 'bad');
    const client = await connect(gateway, mode);
    expect(textOf(await client.callTool({ name: 'bad__flood' }))).toBe('flooded');
    expect(textOf(await client.callTool({ name: 'bad__broken_frame' }))).toBe('after the noise');
    const { stderr_tail: tail } = await serverState(gateway, 'bad');
    expect((tail as string[]).length).toBeGreaterThan(0);
    expect((tail as string[]).length).toBeLessThanOrEqual(100);
  });

  it('that changes its tools is offered with the new ones', async () => {
    const gateway = await startGateway({ servers: { bad: unruly() } });
    await untilReady(gateway, 'bad');
    const client = await connect(gateway, mode);
    const before = (await client.listTools()).tools.length;
    await client.callTool({ name: 'bad__change_tools' });
    await expect
      .poll(async () => (await client.listTools(undefined, { cacheMode: 'bypass' })).tools.length, { timeout: 10_000 })
      .toBe(before + 1);
  });
});

describe('slow and missing servers', () => {
  it('do not delay other servers', async () => {
    const gateway = await startGateway({
      servers: {
        slow: unruly('--start-after', '10000'),
        missing: { command: 'no-such-command-anywhere' },
        refused: { url: 'http://127.0.0.1:9/mcp' },
        fast: unruly(),
      },
    });
    const client = await connect(gateway);
    await expect
      .poll(async () => (await client.listTools(undefined, { cacheMode: 'bypass' })).tools.length, { timeout: 5_000 })
      .toBeGreaterThan(0);
    expect(textOf(await client.callTool({ name: 'fast__echo', arguments: {} }))).toBe('{}');
    expect((await serverState(gateway, 'slow')).state).toBe('connecting');
    const missing = await serverState(gateway, 'missing');
    expect(missing.state).toBe('failed');
    expect(missing['reason']).toContain('no-such-command-anywhere');
    expect((await serverState(gateway, 'refused'))['reason']).toMatch(/refused|connect/i);
    // The slow server joins later.
    await expect
      .poll(async () => (await serverState(gateway, 'slow')).state, { timeout: 40_000, interval: 500 })
      .toBe('ready');
    expect(textOf(await client.callTool({ name: 'slow__echo', arguments: {} }))).toBe('{}');
  });
});

describe('a cancellation by the client', () => {
  it.each(['auto', 'legacy'] as const)('reaches the server (%s)', async (mode) => {
    const gateway = await startGateway({ servers: { bad: unruly() } });
    await untilReady(gateway, 'bad');
    const client = await connect(gateway, mode);
    const controller = new AbortController();
    const call = client.callTool({ name: 'bad__hang' }, { signal: controller.signal });
    const refused = expect(call).rejects.toThrow();
    await delay(200);
    controller.abort(new Error('enough'));
    await refused;
    await expect.poll(async () => textOf(await client.callTool({ name: 'bad__cancelled' }))).toBe('1');
  });
});
