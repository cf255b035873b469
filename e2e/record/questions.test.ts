import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { textOf } from '../gateway/fixtures/clients.ts';
import { startGateway, type TestGateway } from '../gateway/fixtures/gateway.ts';
import { untilOffered, viewOf } from './fixtures/record.ts';

const ASKING = fileURLToPath(new URL('../gateway/fixtures/asking-server.mjs', import.meta.url));

interface Asked {
  readonly client: Client;
  /** Resolves when the client was asked. */
  readonly asked: Promise<void>;
  readonly answer: (yes: boolean) => void;
}

async function connectAsked(gateway: TestGateway, era: 'modern' | 'legacy'): Promise<Asked> {
  const client = new Client(
    { name: 'asked', version: '1.0.0' },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: era === 'modern' ? 'auto' : 'legacy' },
    },
  );
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<boolean>();
  client.setRequestHandler('elicitation/create', async () => {
    asked.resolve();
    return { action: 'accept', content: { yes: await answered.promise } };
  });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(gateway.mcpUrl), { requestInit: { headers: gateway.headers } }),
  );
  expect(client.getProtocolEra()).toBe(era);
  onTestFinished(() => client.close());
  return { client, asked: asked.promise, answer: answered.resolve };
}

const eras = ['modern', 'legacy'] as const;

describe.each(eras.flatMap((client) => eras.map((server) => [client, server] as const)))(
  'a question to a %s client by a %s server',
  (clientEra, serverEra) => {
    it('is part of one call, which runs until the answer', async () => {
      const gateway = await startGateway({
        servers: { asking: { command: process.execPath, args: [ASKING, '--era', serverEra] } },
      });
      await untilOffered(gateway, 2);
      const view = viewOf(gateway);
      const { client, asked, answer } = await connectAsked(gateway, clientEra);
      const call = client.callTool({ name: 'asking__delete_note', arguments: { id: 'a' } });
      await asked;
      const [running, ...others] = (await view.calls()).tool_calls;
      expect(others).toEqual([]);
      expect(running).toMatchObject({ tool: 'delete_note', status: 'running', duration_ms: null });
      // EC-4
      expect(await view.onlySession()).toMatchObject({ status: 'active', tool_call_count: 1, total_tokens: 0 });
      answer(true);
      expect(textOf(await call)).toBe('deleted a');

      await expect.poll(async () => (await view.calls('?status=running')).total).toBe(0);
      const { tool_calls: calls, total } = await view.calls();
      expect(total).toBe(1);
      expect(calls[0]).toMatchObject({ id: running?.id, status: 'ok', class: 'destructive' });
      expect(calls[0]?.attempts).toBeGreaterThan(0);
      expect(JSON.stringify((await view.call(running?.id ?? '')).result?.value)).toContain('deleted a');
      expect(await view.onlySession()).toMatchObject({ tool_call_count: 1, error_count: 0 });
    });
  },
);
