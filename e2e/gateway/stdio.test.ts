import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OlderStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { textOf } from './fixtures/clients.ts';
import { startGateway, TOOLMARK } from './fixtures/gateway.ts';

const environment = process.env as Record<string, string>;

async function connectStdio(dataDir: string, kind: 'modern' | 'legacy' | 'older SDK') {
  const parameters = { command: process.execPath, args: [TOOLMARK, 'stdio', '--data', dataDir], env: environment };
  if (kind === 'older SDK') {
    const client = new OlderClient({ name: 'e2e', version: '1.0.0' });
    await client.connect(new OlderStdio({ ...parameters, stderr: 'ignore' }));
    onTestFinished(() => client.close());
    return client;
  }
  const client = new Client(
    { name: 'e2e', version: '1.0.0' },
    { versionNegotiation: { mode: kind === 'modern' ? 'auto' : 'legacy' } },
  );
  await client.connect(new StdioClientTransport({ ...parameters, stderr: 'ignore' }));
  expect(client.getProtocolEra()).toBe(kind);
  onTestFinished(() => client.close());
  return client;
}

describe.each(['modern', 'legacy', 'older SDK'] as const)('toolmark stdio, for a client (%s)', (kind) => {
  it('runs the servers itself without a running gateway, and its first list is not empty', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'toolmark-stdio-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const client = await connectStdio(dataDir, kind);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('demo__list_notes');
    const created = await client.callTool({ name: 'demo__create_note', arguments: { title: 'Hello', body: 'World' } });
    expect(textOf(created)).toContain('Hello');
  });

  it('joins the running gateway', async () => {
    const gateway = await startGateway();
    await expect
      .poll(async () => (await gateway.api('/api/v1/tools')).body, { timeout: 20_000 })
      .toMatchObject({ total: 15 });
    const client = await connectStdio(gateway.dataDir, kind);
    expect((await client.listTools()).tools).toHaveLength(15);
    await client.callTool({ name: 'demo__list_notes', arguments: {} });
    // The running gateway made the call.
    const metrics = await gateway.api('/metrics');
    expect(String(metrics.body)).toMatch(/^toolmark_calls_total\{[^}]*server="demo"[^}]*\} 1$/m);
  });
});
