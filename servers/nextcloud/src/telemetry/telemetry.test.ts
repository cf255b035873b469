import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { instrument } from '@toolmark/kit';
import { serveHttp } from '@toolmark/kit/serve';
import { describe, expect, it } from 'vitest';
import { toBasic } from '../account/to-basic.ts';
import { createEmulator } from '../emulator/create-emulator.ts';
import { USERS } from '../fixtures/connect.ts';
import { freePort } from '../fixtures/local-server.ts';
import { createNextcloud } from '../http/create-nextcloud.ts';
import { createNextcloudServer } from '../server.ts';
import { createReadiness } from './create-readiness.ts';
import { createTelemetry } from './create-telemetry.ts';

const STATUS = { installed: true, maintenance: false, needsDbUpgrade: false };

/** A server with these endpoints and the emulator, and a connected MCP client. */
async function serve() {
  const emulator = await createEmulator({ users: USERS, hasSamples: true });
  const telemetry = createTelemetry({ url: emulator.url, mode: 'basic' });
  const nextcloud = createNextcloud({
    url: emulator.url,
    user: 'ada',
    authorization: () => toBasic({ user: 'ada', password: USERS.ada.password }),
    onRequest: telemetry.onRequest,
  });
  const http = await serveHttp(
    () => createNextcloudServer({ nextcloud: async () => nextcloud, use: [telemetry.use] }),
    {
      port: 0,
      maxBodyBytes: 1_000_000,
      guards: [telemetry.guard],
      routes: telemetry.routes,
      hosts: ['mcp.example.org'],
    },
  );
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(http.url)));
  return {
    client,
    url: http.url,
    get: async (path: string, init: RequestInit = {}) => fetch(new URL(path, http.url), init),
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await http.close();
      await emulator.close();
    },
  };
}

/** A server with the same answer for every request. */
async function answering(
  answer: (response: ServerResponse) => void,
): Promise<{ readonly url: string; readonly count: () => number } & AsyncDisposable> {
  let count = 0;
  const server = createServer((_, response) => {
    count++;
    answer(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address of a TCP server is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    count: () => count,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

describe('health', () => {
  it('is alive and ready', async () => {
    await using server = await serve();
    const live = await server.get('/health/live');
    expect([live.status, await live.json()]).toEqual([200, { status: 'alive', mode: 'basic' }]);
    const ready = await server.get('/health/ready');
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', checks: { nextcloud: 'ok' } }]);
    expect(ready.headers.get('cache-control')).toBe('no-store');
    expect((await server.get('/health/ready', { method: 'POST' })).status).toBe(405);
  });

  it('is alive but not ready without Nextcloud, and reports the reason', async () => {
    const { routes } = createTelemetry({ url: `http://127.0.0.1:${await freePort()}`, mode: 'oauth' });
    const http = await serveHttp(
      () => createNextcloudServer({ nextcloud: () => Promise.reject(new Error('unused')) }),
      {
        port: 0,
        maxBodyBytes: 1_000,
        routes,
      },
    );
    await using _closing = { [Symbol.asyncDispose]: http.close };
    expect(await (await fetch(new URL('/health/live', http.url))).json()).toEqual({ status: 'alive', mode: 'oauth' });
    const ready = await fetch(new URL('/health/ready', http.url));
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({
      status: 'not_ready',
      checks: { nextcloud: expect.stringMatching(/cannot be reached: .*ECONNREFUSED/) },
    });
    expect(await (await fetch(new URL('/metrics', http.url))).text()).toContain(
      'mcp_dependency_health{dependency="nextcloud"} 0',
    );
  });

  it.each([
    ['maintenance', (r: ServerResponse) => r.end(JSON.stringify({ ...STATUS, maintenance: true })), 'maintenance mode'],
    ['an upgrade', (r: ServerResponse) => r.end(JSON.stringify({ ...STATUS, needsDbUpgrade: true })), 'to be upgraded'],
    ['an installation', (r: ServerResponse) => r.end(JSON.stringify({ ...STATUS, installed: false })), 'not installed'],
    ['another page', (r: ServerResponse) => r.end('<html>'), 'not a Nextcloud'],
    ['a long page', (r: ServerResponse) => r.end('x'.repeat(100_000)), 'not a Nextcloud'],
    ['a redirect', (r: ServerResponse) => r.writeHead(302, { location: '/x' }).end(), 'redirects'],
    ['an error', (r: ServerResponse) => r.writeHead(502).end(), 'status 502'],
    ['silence', () => undefined, 'within 2 s'],
  ])('is not ready during %s', async (_, answer, sentence) => {
    await using server = await answering(answer);
    expect(await createReadiness(server).check()).toMatchObject({
      isReady: false,
      nextcloud: expect.stringContaining(sentence),
    });
  });

  it('asks Nextcloud once in five seconds', async () => {
    await using server = await answering((response) => response.end(JSON.stringify(STATUS)));
    let now = 0;
    const { check } = createReadiness({ url: server.url, now: () => now });
    await Promise.all([check(), check()]);
    now = 4_999;
    await check();
    expect(server.count()).toBe(1);
    now = 5_000;
    expect(await check()).toMatchObject({ isReady: true });
    expect(server.count()).toBe(2);
  });
});

describe('metrics', () => {
  it('count calls, requests and failures, without names, paths or contents', async () => {
    await using server = await serve();
    const call = (name: string, args: Record<string, unknown>) => server.client.callTool({ name, arguments: args });
    await call('nc_webdav_write_file', { path: 'Documents/apps/secret-plan.txt', content: 'x' });
    await call('nc_webdav_create_directory', { path: 'apps' });
    await call('nc_webdav_write_file', { path: 'apps/secret-plan.txt', content: 'secret-content' });
    await call('nc_notes_get_note', { note_id: 1 });
    await server.get('/nothing');
    const response = await server.get('/metrics');
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await response.text();
    for (const line of [
      'mcp_tool_calls_total{tool_name="nc_webdav_write_file",status="error"} 1',
      'mcp_tool_calls_total{tool_name="nc_webdav_write_file",status="ok"} 1',
      'mcp_tool_errors_total{tool_name="nc_notes_get_note",error_type="NOT_FOUND"} 1',
      'mcp_tool_duration_seconds_count{tool_name="nc_notes_get_note"} 1',
      'mcp_nextcloud_api_requests_total{app="files",method="PUT",status_code="201"} 1',
      'mcp_nextcloud_api_requests_total{app="notes",method="GET",status_code="404"} 1',
      'mcp_http_requests_total{method="GET",endpoint="other",status_code="404"} 1',
      'mcp_dependency_health{dependency="nextcloud"} 1',
    ])
      expect(text).toContain(`${line}\n`);
    expect(text).toMatch(/mcp_http_requests_total\{method="POST",endpoint="\/mcp",status_code="200"\} \d/);
    expect(text).not.toMatch(/ada|secret|plan|Documents/);
  });

  it('count retries by their reason', async () => {
    let count = 0;
    await using busy = await answering((response) => response.writeHead(++count === 1 ? 503 : 200).end('{}'));
    const { onRequest, routes } = createTelemetry({ url: busy.url, mode: 'basic' });
    const nextcloud = createNextcloud({ url: busy.url, user: 'ada', authorization: () => '', backoffMs: 1, onRequest });
    await nextcloud.request({ method: 'GET', path: ['apps', 'deck'], what: 'x', signal: AbortSignal.timeout(5_000) });
    const http = await serveHttp(() => createNextcloudServer({ nextcloud: async () => nextcloud }), {
      port: 0,
      maxBodyBytes: 1_000,
      routes,
    });
    await using _closing = { [Symbol.asyncDispose]: http.close };
    expect(await (await fetch(new URL('/metrics', http.url))).text()).toContain(
      'mcp_nextcloud_api_retries_total{app="deck",reason="503"} 1\n',
    );
  });

  it('can be spans in the tracing of an embedding program, without arguments and contents', async () => {
    const emulator = await createEmulator({ users: USERS });
    const spans: unknown[] = [];
    const nextcloud = createNextcloud({
      url: emulator.url,
      user: 'ada',
      authorization: () => toBasic({ user: 'ada', password: USERS.ada.password }),
      onRequest: (event) => spans.push(event),
    });
    const use = [instrument({ record: (event) => spans.push(event) })];
    const create = () => createNextcloudServer({ nextcloud: async () => nextcloud, modules: ['notes'], use });
    const http = await serveHttp(create, { port: 0, maxBodyBytes: 10_000 });
    const client = new Client({ name: 'test', version: '1.0.0' });
    try {
      await client.connect(new StreamableHTTPClientTransport(new URL(http.url)));
      const note = { title: 'my diary', content: 'my diary', category: '' };
      await client.callTool({ name: 'nc_notes_create_note', arguments: note });
      const durationMs = expect.any(Number);
      expect(spans).toEqual([
        { app: 'notes', method: 'POST', status: 200, durationMs, attempt: 1 },
        { tool: 'nc_notes_create_note', durationMs, outcome: 'ok' },
      ]);
    } finally {
      await client.close();
      await http.close();
      await emulator.close();
    }
  });

  it('are refused for requests through a proxy', async () => {
    await using server = await serve();
    const status = (path: string) =>
      new Promise((resolve, reject) => {
        const headers = { host: 'mcp.example.org' };
        request(new URL(path, server.url), { headers }, (response) => resolve(response.resume().statusCode))
          .on('error', reject)
          .end();
      });
    expect([await status('/metrics'), await status('/health/live')]).toEqual([403, 200]);
  });
});
