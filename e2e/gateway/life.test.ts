import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isRunning } from '../support/is-running.ts';
import { runCli } from '../support/run-cli.ts';
import { connect, textOf } from './fixtures/clients.ts';
import { LET_PASS, startGateway, type TestGateway } from './fixtures/gateway.ts';

const UNRULY = fileURLToPath(new URL('./fixtures/unruly-server.mjs', import.meta.url));
const unruly = (...args: readonly string[]) => ({ command: process.execPath, args: [UNRULY, ...args] });

const listed = async (gateway: TestGateway) => {
  const { body } = await gateway.api('/api/v1/servers');
  return (body as { servers: { name: string; state: string; pid?: number }[] }).servers;
};
const untilReady = (gateway: TestGateway, names: readonly string[]) =>
  expect
    .poll(async () => (await listed(gateway)).filter(({ state }) => state === 'ready').map(({ name }) => name), {
      timeout: 20_000,
    })
    .toEqual(names);

/** The child processes of a process, from the operating system. */
function childrenOf(pid: number): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

describe('the first start', () => {
  it('writes a config with the demo server, and a token for its owner, and prints the next steps', async () => {
    const gateway = await startGateway();
    expect(gateway.stdout()).toBe(`toolmark ready ${gateway.url}\n`);
    expect(JSON.parse(readFileSync(gateway.configFile, 'utf8'))).toMatchObject({
      mcpServers: { demo: { command: 'toolmark', args: ['demo-server'], trust: 'declared' } },
    });
    expect(statSync(join(gateway.dataDir, 'owner-token')).mode & 0o777).toBe(0o600);
    // This line uses another stream than the ready line.
    await expect.poll(gateway.stderr).toContain(gateway.configFile);
    await untilReady(gateway, ['demo']);
    const client = await connect(gateway);
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(15);
    const purge = tools.find(({ name }) => name === 'demo__purge_drafts');
    // The declared hints stay unchanged; the effective ones are beside them.
    expect(purge?.annotations).toMatchObject({ readOnlyHint: true });
    expect(purge?._meta?.['io.toolmark/annotations']).toMatchObject({ class: 'destructive' });
  });
});

describe('a running gateway', () => {
  it('applies a changed config, keeps unchanged servers, and survives a broken file', async () => {
    const gateway = await startGateway({ servers: { one: unruly() } });
    await untilReady(gateway, ['one']);
    const before = childrenOf(gateway.child.pid ?? 0);
    gateway.reconfigure(JSON.stringify({ mcpServers: { one: unruly(), two: unruly() }, policy: LET_PASS }));
    await untilReady(gateway, ['one', 'two']);
    expect(childrenOf(gateway.child.pid ?? 0)).toEqual(expect.arrayContaining([...before]));
    gateway.reconfigure('{ "mcpServers": { "one": {}, "two": { "timeout": -1 } } }');
    await expect.poll(gateway.stderr).toContain('mcpServers.two.timeout');
    expect((await listed(gateway)).map(({ name }) => name)).toEqual(['one', 'two']);
    const client = await connect(gateway);
    expect(textOf(await client.callTool({ name: 'two__echo', arguments: {} }))).toBe('{}');
    gateway.reconfigure(JSON.stringify({ mcpServers: { two: unruly() }, policy: LET_PASS }));
    await expect.poll(async () => (await listed(gateway)).map(({ name }) => name)).toEqual(['two']);
    await expect(client.callTool({ name: 'one__echo', arguments: {} })).rejects.toMatchObject({ code: -32602 });
  });

  it('lets running calls finish when it is stopped, and ends its servers', async () => {
    const gateway = await startGateway({ servers: { one: unruly() } });
    await untilReady(gateway, ['one']);
    const children = childrenOf(gateway.child.pid ?? 0);
    expect(children).toHaveLength(1);
    const client = await connect(gateway);
    const call = client.callTool({ name: 'one__slow', arguments: { ms: 1_000 } });
    await delay(200);
    const exit = gateway.stop('SIGTERM');
    expect(textOf(await call)).toBe('done');
    expect(await exit).toBe(0);
    expect(children.filter(isRunning)).toEqual([]);
  });

  it('does not wait for a hanging call', async () => {
    const gateway = await startGateway({ servers: { one: unruly() }, config: { limits: { drain: 0.5 } } });
    await untilReady(gateway, ['one']);
    const client = await connect(gateway);
    const hanging = expect(client.callTool({ name: 'one__hang' })).rejects.toThrow();
    await delay(200);
    expect(await gateway.stop('SIGINT')).toBe(0);
    await hanging;
  });

  it('exits at once on the second Ctrl-C, and ends its servers', async () => {
    const gateway = await startGateway({ servers: { one: unruly() }, config: { limits: { drain: 60 } } });
    await untilReady(gateway, ['one']);
    const children = childrenOf(gateway.child.pid ?? 0);
    const client = await connect(gateway);
    client.callTool({ name: 'one__hang' }).catch(() => {});
    await delay(200);
    gateway.child.kill('SIGINT');
    await delay(200);
    expect(gateway.child.exitCode).toBeNull();
    await gateway.stop('SIGINT');
    await expect.poll(() => children.filter(isRunning)).toEqual([]);
  });

  it('answers health checks and counts metrics', async () => {
    const gateway = await startGateway({ servers: { one: unruly() } });
    await untilReady(gateway, ['one']);
    const client = await connect(gateway);
    await client.callTool({ name: 'one__echo', arguments: {} });
    const get = (path: string, headers = {}) => fetch(`${gateway.url}${path}`, { headers });
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/readyz')).status).toBe(200);
    expect((await get('/metrics')).status).toBe(401);
    const metrics = await (await get('/metrics', gateway.ownerHeaders)).text();
    expect(metrics).toMatch(/^toolmark_calls_total\{[^}]*server="one"[^}]*\} 1$/m);
  });

  it("is found by the same user's commands", async () => {
    const gateway = await startGateway({ servers: { one: unruly() } });
    await untilReady(gateway, ['one']);
    const servers = await runCli(['servers', '--json', '--data', gateway.dataDir]);
    expect(JSON.parse(servers.stdout)).toMatchObject({ servers: [{ name: 'one', state: 'ready' }], total: 1 });
    const tools = await runCli(['tools', '--data', gateway.dataDir]);
    expect(tools.stdout).toMatch(/one {2}10 tools\n.*\n.* echo /);
    const shown = await runCli(['tools', 'show', 'one__echo', '--json', '--data', gateway.dataDir]);
    expect(JSON.parse(shown.stdout)).toMatchObject({ server: 'one', name: 'echo' });
    await gateway.stop();
    const after = await runCli(['servers', '--data', gateway.dataDir]);
    expect(after).toMatchObject({ code: 2, stdout: '' });
    expect(after.stderr).toContain('toolmark serve');
  });
});

describe('a gateway that cannot start', () => {
  it('names every problem of its config', async () => {
    const gateway = await startGateway({ servers: {} });
    const bad = join(gateway.dataDir, 'bad.json');
    const { writeFileSync } = await import('node:fs');
    writeFileSync(bad, JSON.stringify({ mcpServers: { a: {}, b: { command: 'x', timeout: -1 } } }));
    const run = await runCli(['serve', '--config', bad, '--data', gateway.dataDir, '--port', '0']);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('mcpServers.a');
    expect(run.stderr).toContain('mcpServers.b.timeout');
  });

  it.each([
    ['a config that is not there', ['--config', '/no/such/file.json'], 'does not exist'],
    ['no token for everybody', ['--no-auth', '--host', '0.0.0.0'], '--no-auth'],
  ])('prints the reason: %s', async (_what, args, message) => {
    const gateway = await startGateway({ servers: {} });
    const run = await runCli(['serve', '--data', gateway.dataDir, '--port', '0', ...args]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(message);
  });

  it('prints the reason: the port is in use', async () => {
    const gateway = await startGateway({ servers: {} });
    const { port } = new URL(gateway.url);
    const run = await runCli(['serve', '--data', gateway.dataDir, '--port', port]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(`port ${port}`);
  });
});
