import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { textOf } from './fixtures/clients.ts';
import { startGateway, type TestGateway } from './fixtures/gateway.ts';

const ASKING = fileURLToPath(new URL('./fixtures/asking-server.mjs', import.meta.url));

async function askingServer(era: 'modern' | 'legacy', transport: 'stdio' | 'http'): Promise<object> {
  if (transport === 'stdio') return { command: process.execPath, args: [ASKING, '--era', era] };
  const child = spawn(process.execPath, [ASKING, '--era', era, '--http'], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /^ready (\S+)$/.exec(line) ?? [];
    if (url !== undefined) return { url };
  }
  throw new Error('the asking server ended');
}

async function connectAnswering(gateway: TestGateway, era: 'modern' | 'legacy', name: string, yes: boolean) {
  const client = new Client(
    { name, version: '1.0.0' },
    {
      capabilities: { elicitation: { form: {} }, sampling: {} },
      versionNegotiation: { mode: era === 'modern' ? 'auto' : 'legacy' },
    },
  );
  const asked: string[] = [];
  client.setRequestHandler('elicitation/create', (request) => {
    asked.push((request.params as { message: string }).message);
    return { action: 'accept', content: { yes } };
  });
  client.setRequestHandler('sampling/createMessage', () => ({
    role: 'assistant',
    content: { type: 'text', text: `summary by ${name}` },
    model: 'none',
  }));
  await client.connect(
    new StreamableHTTPClientTransport(new URL(gateway.mcpUrl), { requestInit: { headers: gateway.headers } }),
  );
  expect(client.getProtocolEra()).toBe(era);
  onTestFinished(() => client.close());
  return { client, asked };
}

const eras = ['modern', 'legacy'] as const;
const cases = eras.flatMap((upstream) =>
  (['stdio', 'http'] as const).flatMap((transport) => eras.map((client) => [upstream, transport, client] as const)),
);

describe('a tool with questions to the client', () => {
  it.each(cases)(
    '%s upstream on %s, %s client: questions reach the client and answers the tool',
    async (upstream, transport, era) => {
      const gateway = await startGateway({ servers: { asking: await askingServer(upstream, transport) } });
      await expect
        .poll(async () => (await gateway.api('/api/v1/tools')).body, { timeout: 20_000 })
        .toMatchObject({ total: 2 });
      const yes = await connectAnswering(gateway, era, 'yes', true);
      const no = await connectAnswering(gateway, era, 'no', false);
      expect(textOf(await yes.client.callTool({ name: 'asking__delete_note', arguments: { id: 'a' } }))).toBe(
        'deleted a',
      );
      expect(textOf(await no.client.callTool({ name: 'asking__delete_note', arguments: { id: 'b' } }))).toBe('kept b');
      expect([yes.asked, no.asked]).toEqual([['Delete a?'], ['Delete b?']]);
      const summary = await yes.client.callTool({ name: 'asking__summarise', arguments: { text: 'long' } });
      expect(textOf(summary)).toContain('summary by yes');
    },
  );

  it.each(cases)(
    '%s upstream on %s, %s client without support for questions: the tool does nothing',
    async (upstream, transport, era) => {
      const gateway = await startGateway({ servers: { asking: await askingServer(upstream, transport) } });
      await expect
        .poll(async () => (await gateway.api('/api/v1/tools')).body, { timeout: 20_000 })
        .toMatchObject({ total: 2 });
      const client = new Client(
        { name: 'mute', version: '1.0.0' },
        { versionNegotiation: { mode: era === 'modern' ? 'auto' : 'legacy' } },
      );
      await client.connect(
        new StreamableHTTPClientTransport(new URL(gateway.mcpUrl), { requestInit: { headers: gateway.headers } }),
      );
      onTestFinished(() => client.close());
      const outcome = await client.callTool({ name: 'asking__delete_note', arguments: { id: 'a' } }).then(
        (result) => textOf(result),
        (error: Error) => error.message,
      );
      expect(outcome).not.toContain('deleted');
    },
  );
});
