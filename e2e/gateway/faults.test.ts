import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const MODES = ['auto', 'legacy'] as const;
type Mode = (typeof MODES)[number];

/** One gateway for several tests. Each test misbehaves with servers of its own. */
function shareGateway(
  names: readonly string[],
  options: { readonly entry?: object; readonly config?: Readonly<Record<string, unknown>> } = {},
) {
  const ends: (() => Promise<void>)[] = [];
  let shared: TestGateway | undefined;
  beforeAll(async () => {
    const bad = names.flatMap((name) => MODES.map((mode) => [`${name}_${mode}`, { ...unruly(), ...options.entry }]));
    const servers = { ...Object.fromEntries(bad), good: unruly() };
    shared = await startGateway({ servers, config: options.config ?? {}, whenOver: (end) => ends.push(end) });
  }, 60_000);
  afterAll(async () => {
    for (const end of ends) await end();
  });
  return async (name: string, mode: Mode) => {
    if (shared === undefined) throw new Error('The gateway starts before the first test.');
    const bad = `${name}_${mode}`;
    await untilReady(shared, bad);
    return { gateway: shared, bad, client: await connect(shared, mode) };
  };
}

const open = shareGateway(['die', 'crash_quietly', 'flood', 'change_tools', 'cancel']);
// Without retries, which a read-only tool would otherwise get.
const openWithoutRetries = shareGateway(['hang'], {
  entry: { timeout: 1 },
  config: { policy: { ...LET_PASS, retry: { attempts: 1 } } },
});

describe.each(MODES)('a misbehaving server, for a client (%s)', (mode) => {
  it.each(['die', 'crash_quietly'])('that exits during a call (%s) is restarted', async (tool) => {
    const { gateway, bad, client } = await open(tool, mode);
    await expect(client.callTool({ name: `${bad}__${tool}` })).rejects.toMatchObject({ code: -32063 });
    expect(textOf(await client.callTool({ name: 'good__echo', arguments: { a: 1 } }))).toBe('{"a":1}');
    await untilReady(gateway, bad);
    expect(textOf(await client.callTool({ name: `${bad}__echo`, arguments: { b: 2 } }))).toBe('{"b":2}');
  });

  it('that hangs lets its call time out, and does not affect other servers', async () => {
    const { bad, client } = await openWithoutRetries('hang', mode);
    const hanging = expect(client.callTool({ name: `${bad}__hang` })).rejects.toMatchObject({ code: -32062 });
    expect(textOf(await client.callTool({ name: 'good__echo', arguments: {} }))).toBe('{}');
    expect(textOf(await client.callTool({ name: `${bad}__echo`, arguments: {} }))).toBe('{}');
    await hanging;
    // The server was notified of the cancellation.
    expect(textOf(await client.callTool({ name: `${bad}__cancelled` }))).toBe('1');
  });

  it('that floods stderr and sends invalid messages keeps working', async () => {
    const { gateway, bad, client } = await open('flood', mode);
    expect(textOf(await client.callTool({ name: `${bad}__flood` }))).toBe('flooded');
    expect(textOf(await client.callTool({ name: `${bad}__broken_frame` }))).toBe('after the noise');
    const { stderr_tail: tail } = await serverState(gateway, bad);
    expect((tail as string[]).length).toBeGreaterThan(0);
    expect((tail as string[]).length).toBeLessThanOrEqual(100);
  });

  it('that changes its tools is offered with the new ones', async () => {
    const { bad, client } = await open('change_tools', mode);
    const offered = async () => {
      const { tools } = await client.listTools(undefined, { cacheMode: 'bypass' });
      return tools.filter(({ name }) => name.startsWith(`${bad}__`)).length;
    };
    const before = await offered();
    await client.callTool({ name: `${bad}__change_tools` });
    await expect.poll(offered, { timeout: 10_000 }).toBe(before + 1);
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
  it.each(MODES)('reaches the server (%s)', async (mode) => {
    const { bad, client } = await open('cancel', mode);
    const controller = new AbortController();
    const call = client.callTool({ name: `${bad}__hang` }, { signal: controller.signal });
    const refused = expect(call).rejects.toThrow();
    await delay(200);
    controller.abort(new Error('enough'));
    await refused;
    await expect.poll(async () => textOf(await client.callTool({ name: `${bad}__cancelled` }))).toBe('1');
  });
});
