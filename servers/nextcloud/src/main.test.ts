import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';
import { createEmulator } from './emulator/create-emulator.ts';
import { programArgs } from './fixtures/process.ts';
import { MODULES } from './modules/modules.ts';

const COUNT = MODULES.flatMap(({ tools }) => tools).length;
const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  promisify(execFile)(process.execPath, programArgs(...args), {
    env: { PATH: process.env['PATH'], TOOLMARK_HOME: '/nonexistent', ...env },
  }).catch((error: { code: number; stdout: string; stderr: string }) => error);

describe('toolmark-nextcloud', () => {
  it('serves the demo on stdin and stdout, and exits with its client', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: programArgs('--demo'),
      stderr: 'inherit',
    });
    await client.connect(transport);
    const { pid } = transport;
    expect((await client.listTools()).tools).toHaveLength(COUNT);
    const found = await client.callTool({ name: 'nc_notes_search_notes', arguments: { query: 'lisbon' } });
    expect(found.structuredContent).toMatchObject({ total_found: 1 });
    await client.close();
    expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH');
  });

  it('exits when its client disconnects without closing the session', async () => {
    const child = spawn(process.execPath, programArgs('--demo'), { stdio: ['pipe', 'pipe', 'inherit'] });
    try {
      const line = once(createInterface(child.stdout), 'line');
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`);
      await line;
      child.stdin.end();
      expect(await once(child, 'exit')).toEqual([0, null]);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('serves the demo over HTTP until %s', async (signal) => {
    const child = spawn(process.execPath, programArgs('--demo', '--http', '0', '--modules', 'notes'), {
      stdio: 'pipe',
    });
    try {
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
      expect(line).toMatch(/^toolmark-nextcloud ready http:\/\/127\.0\.0\.1:\d+\/mcp$/);
      const client = new Client({ name: 'test', version: '1.0.0' });
      await client.connect(new StreamableHTTPClientTransport(new URL(line.replace('toolmark-nextcloud ready ', ''))));
      expect((await client.listTools()).tools).toHaveLength(7);
      await client.close();
      const get = (path: string) => fetch(new URL(path, line.replace('toolmark-nextcloud ready ', '')));
      expect(await (await get('/health/live')).json()).toEqual({ status: 'alive', mode: 'basic' });
      expect(await (await get('/health/ready')).json()).toEqual({ status: 'ready', checks: { nextcloud: 'ok' } });
      expect(await (await get('/metrics')).text()).toContain('mcp_http_requests_total{method="POST",endpoint="/mcp"');
      child.kill(signal);
      expect(await once(child, 'exit')).toEqual([0, null]);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('reports wrong credentials and an unreachable host as tool errors, without crashing', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const env = { NEXTCLOUD_PASSWORD: 'not-a-real-password' };
    const args = programArgs('--url', 'http://127.0.0.1:1', '--user', 'ada', '--modules', 'notes');
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'inherit' }));
    const { isError, content } = await client.callTool({ name: 'nc_notes_search_notes', arguments: { query: 'x' } });
    expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringContaining('cannot be reached')]);
    expect(JSON.stringify(content)).not.toContain('not-a-real-password');
    await client.close();
  });

  it('leaves out the tools of apps that are not installed, and says so', async () => {
    const emulator = await createEmulator({ apps: ['notes', 'files_sharing'] });
    const client = new Client({ name: 'test', version: '1.0.0' });
    const env = { NEXTCLOUD_HOST: emulator.url, NEXTCLOUD_USERNAME: 'demo', NEXTCLOUD_PASSWORD: 'demo' };
    const transport = new StdioClientTransport({ command: process.execPath, args: programArgs(), env, stderr: 'pipe' });
    let stderr = '';
    transport.stderr?.on('data', (chunk) => (stderr += String(chunk)));
    try {
      await client.connect(transport);
      const { tools } = await client.listTools();
      const modules = new Set(tools.map(({ name }) => /^(?:nc_)?([a-z]+)_/.exec(name)?.[1]));
      expect([...modules]).toEqual(['notes', 'webdav', 'calendar', 'contacts', 'share']);
      expect(stderr).toBe(
        'toolmark-nextcloud: tools are left out because their app is not installed: deck, tables, cookbook, news.\n',
      );
    } finally {
      await client.close();
      await emulator.close();
    }
  });

  it('exits at once on Ctrl-C during a request that gets no answer', async () => {
    const asked = Promise.withResolvers<void>();
    const silent = createServer(() => asked.resolve()).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    // The address of a TCP server is an AddressInfo.
    const { port } = silent.address() as AddressInfo;
    const child = spawn(process.execPath, programArgs('--http', '0'), {
      env: {
        PATH: process.env['PATH'],
        NEXTCLOUD_HOST: `http://127.0.0.1:${port}`,
        NEXTCLOUD_USERNAME: 'ada',
        NEXTCLOUD_PASSWORD: 'x',
      },
    });
    try {
      await asked.promise;
      child.kill('SIGINT');
      // Exit code 1 would mean that it was killed after its three seconds.
      expect(await once(child, 'exit')).toEqual([0, null]);
    } finally {
      child.kill('SIGKILL');
      silent.close();
      silent.closeAllConnections();
    }
  });

  it('prints its help', async () => {
    expect(await run(['--help'])).toMatchObject({
      stdout: expect.stringMatching(/^toolmark-nextcloud: an MCP server.*\n\nUsage: /),
    });
  });

  it.each([
    [[], /^toolmark-nextcloud: You are not signed in\. [^\n]*--demo[^\n]*\n$/],
    [['login'], /^toolmark-nextcloud: Which Nextcloud\? [^\n]*\n$/],
    [['login', 'https://ada:hidden@cloud.test'], /^toolmark-nextcloud: Which Nextcloud\? (?![^\n]*hidden)[^\n]*\n$/],
    [['login', 'https://cloud.test', 'more'], /^toolmark-nextcloud: Which Nextcloud\? [^\n]*\n$/],
    [['login', 'http://127.0.0.1:1'], /^toolmark-nextcloud: 127\.0\.0\.1:1 cannot be reached: [^\n]*\n$/],
    [['doctor'], /^toolmark-nextcloud: You are not signed in\. [^\n]*\n$/],
    [['--prot', '1'], /^toolmark-nextcloud: Unknown option '--prot'\. See toolmark-nextcloud --help\.\n$/],
  ])('refuses %j in one line', async (args, stderr) => {
    expect(await run(args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(stderr) });
  });
});
