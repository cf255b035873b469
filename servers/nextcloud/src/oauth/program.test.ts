import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { createEmulator } from '../emulator/create-emulator.ts';
import { USERS } from '../fixtures/connect.ts';
import { freePort } from '../fixtures/local-server.ts';
import { programArgs } from '../fixtures/process.ts';
import { createProvider, SERVER_CLIENT } from './fixtures/provider.ts';

it('serves users with a token, and prints no secret', async () => {
  const port = await freePort();
  const resource = `http://127.0.0.1:${port}/mcp`;
  const home = await mkdtemp(join(tmpdir(), 'toolmark-oauth-'));
  const provider = await createProvider(resource, `http://127.0.0.1:${port}/oauth/callback`);
  const emulator = await createEmulator({
    users: USERS,
    bearer: async (token) => (await provider.read(token))?.user,
  });
  const args = ['--http', String(port), '--url', emulator.url, '--oauth', provider.issuer, '--oauth-offline'];
  const child = spawn(process.execPath, programArgs(...args), {
    stdio: 'pipe',
    env: {
      PATH: process.env['PATH'],
      TOOLMARK_HOME: home,
      OAUTH_CLIENT_ID: SERVER_CLIENT.clientId,
      OAUTH_CLIENT_SECRET: SERVER_CLIENT.clientSecret,
    },
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  try {
    expect(await once(createInterface(child.stdout), 'line')).toEqual([`toolmark-nextcloud ready ${resource}`]);
    const token = await provider.token({ scopes: 'openid notes:read' });
    const client = new Client({ name: 'test', version: '1.0.0' });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(resource), { requestInit }));
    expect((await client.listTools()).tools).toHaveLength(3 + 4);
    const found = await client.callTool({ name: 'nc_notes_search_notes', arguments: { query: 'x' } });
    expect(found.structuredContent).toMatchObject({ total_found: 0 });
    const asked = await client.callTool({ name: 'provision_nextcloud_access', arguments: {} });
    const { authorization_url: link = '' } = asked.structuredContent as Readonly<Record<string, string>>;
    expect((await fetch(await provider.signIn(link, 'ada'))).status).toBe(200);
    await client.close();
    for (const wrong of ['made-up', 'made.up.token'])
      expect((await fetch(resource, { headers: { authorization: `Bearer ${wrong}` } })).status).toBe(401);
    expect((await fetch(resource)).status).toBe(401);
    const get = async (path: string): Promise<string> => (await fetch(new URL(path, resource))).text();
    expect(await get('/health/live')).toBe('{"status":"alive","mode":"oauth"}');
    expect(await get('/health/ready')).toContain('"ready"');
    const metrics = await get('/metrics');
    expect(metrics).toContain('mcp_tool_calls_total{tool_name="nc_notes_search_notes",status="ok"} 1');
    expect(metrics).toContain('mcp_nextcloud_api_requests_total{app="notes",method="GET",status_code="200"} 1');
    expect(metrics).toMatch(/mcp_oauth_token_validations_total\{result="valid"\} \d+\n/);
    expect(metrics).toContain('mcp_oauth_token_validations_total{result="invalid"} 2\n');
    expect(metrics).not.toMatch(/ada|ey[JK]|made-up/);
    for (const secret of [token, SERVER_CLIENT.clientSecret, ...provider.secrets]) expect(output).not.toContain(secret);
  } finally {
    child.kill('SIGKILL');
    await emulator.close();
    await provider.close();
    await rm(home, { recursive: true });
  }
});

it('reports an unusable issuer in one line', async () => {
  const args = ['--http', '7499', '--url', 'https://cloud.test', '--oauth', 'http://127.0.0.1:1'];
  const env = { PATH: process.env['PATH'] };
  const run = promisify(execFile)(process.execPath, programArgs(...args), { env });
  expect(await run.catch((error: { code: number; stderr: string }) => error)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /^toolmark-nextcloud: The OAuth issuer http:\/\/127\.0\.0\.1:1\/ cannot be used: [^\n]*\n$/,
    ),
  });
});
