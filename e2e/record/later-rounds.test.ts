import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { ToolCallDetail } from '@toolmark/api-contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { textOf } from '../gateway/fixtures/clients.ts';
import { startGateway, type TestGateway } from '../gateway/fixtures/gateway.ts';
import { runCli } from '../support/run-cli.ts';
import { openSignedIn } from '../web/fixtures/signed-in.ts';
import { createFolder, untilOffered, viewOf } from './fixtures/record.ts';

const ASKING = fileURLToPath(new URL('./fixtures/rounds-server.mjs', import.meta.url));
const PASSWORD = 'correct-horse-battery';
const SOON = { timeout: 20_000, interval: 50 };

type Era = 'modern' | 'legacy';
const eras: readonly Era[] = ['modern', 'legacy'];

interface Rounds {
  readonly gateway: TestGateway;
  readonly dataDir: string;
  /** The answers that the server received, in order. */
  readonly received: () => readonly Record<string, unknown>[];
}

async function start(serverEra: Era, dataDir = createFolder()): Promise<Rounds> {
  const tally = join(createFolder(), 'tally');
  const gateway = await startGateway({
    dataDir,
    servers: { asking: { command: process.execPath, args: [ASKING, tally, serverEra] } },
  });
  await untilOffered(gateway, 1);
  const lines = () => (existsSync(tally) ? readFileSync(tally, 'utf8').split('\n').slice(0, -1) : []);
  return { gateway, dataDir, received: () => lines().map((line) => JSON.parse(line) as Record<string, unknown>) };
}

async function connect(gateway: TestGateway, era: Era): Promise<Client> {
  const client = new Client(
    { name: 'answering', version: '1.0.0' },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: era === 'modern' ? 'auto' : 'legacy' },
    },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => ({
    action: 'accept',
    content: params.message.includes('name') ? { name: 'Ann' } : { password: PASSWORD },
  }));
  await client.connect(
    new StreamableHTTPClientTransport(new URL(gateway.mcpUrl), { requestInit: { headers: gateway.headers } }),
  );
  expect(client.getProtocolEra()).toBe(era);
  onTestFinished(() => client.close());
  return client;
}

async function onlyCall(gateway: TestGateway): Promise<ToolCallDetail> {
  const { tool_calls: calls, total } = await viewOf(gateway).calls();
  expect(total).toBe(1);
  return await viewOf(gateway).call(calls[0]?.id ?? '');
}

/** The content of every answer, anywhere in a sent or recorded value. */
function contentsIn(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === 'content' ? [inner] : contentsIn(inner)));
}

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path) : [path];
  });
}

describe.each(eras.flatMap((client) => eras.map((server) => [client, server] as const)))(
  'answers of a %s client to a %s server',
  (clientEra, serverEra) => {
    it('are in the record of the call, without secrets', async () => {
      const { gateway, dataDir, received } = await start(serverEra);
      const client = await connect(gateway, clientEra);
      const done = await client.callTool({ name: 'asking__delete_note', arguments: { id: 'a' } });
      expect(textOf(done)).toBe('deleted');
      expect(received().map(contentsIn)).toEqual([[{ name: 'Ann' }], [{ password: PASSWORD }]]);

      await expect.poll(async () => (await onlyCall(gateway)).status, SOON).toBe('ok');
      const { id, rounds } = await onlyCall(gateway);
      expect(rounds.map(({ others }) => contentsIn(others.value))).toEqual([
        [{ name: 'Ann' }],
        [{ password: `[redacted ${PASSWORD.length} characters]` }],
      ]);
      expect(rounds.map(({ params_digest: digest }) => digest !== null)).toEqual([false, true]);
      expect(await viewOf(gateway).exportedDetails()).toMatchObject([{ id, rounds }]);
      const { stdout } = await runCli(['calls', 'show', id, '--data', dataDir]);
      expect(stdout).toContain('"name": "Ann"');
      expect(filesUnder(dataDir).filter((file) => readFileSync(file).includes(PASSWORD))).toEqual([]);
    });

    it('are on disk before they are sent', async () => {
      const { gateway, dataDir, received } = await start(serverEra);
      const client = await connect(gateway, clientEra);
      client.callTool({ name: 'asking__delete_note', arguments: { hang: true } }).catch(() => undefined);
      await expect.poll(() => received().length, SOON).toBe(2);
      await gateway.stop('SIGKILL');
      const { gateway: next } = await start(serverEra, dataDir);
      await expect.poll(async () => (await onlyCall(next)).status, SOON).toBe('interrupted');
      expect((await onlyCall(next)).rounds).toHaveLength(2);
    });
  },
);

describe('a later round', () => {
  it('is recorded with everything sent besides the arguments, and redacted values can be proven', async () => {
    const { gateway, received } = await start('modern');
    const post = async (more: Record<string, unknown>, meta: Record<string, unknown> = {}) => {
      const name = 'asking__delete_note';
      const envelope = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1.0.0' },
        'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
      };
      const params = { name, arguments: { id: 'a' }, ...more, _meta: { ...meta, ...envelope } };
      const response = await fetch(gateway.mcpUrl, {
        method: 'POST',
        headers: {
          ...gateway.headers,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'tools/call',
          'mcp-name': name,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      });
      return await response.text();
    };
    const accept = (content: object) => ({ action: 'accept', content });
    expect(await post({})).toContain('input_required');
    const first = { requestState: 'r0', inputResponses: { ask0: accept({ name: 'Ann' }), extra: { note: 1 } } };
    expect(await post(first, { 'acme/tenant': 'production' })).toContain('input_required');
    const second = { requestState: 'r1', inputResponses: { ask1: accept({ password: PASSWORD }) } };
    expect(await post(second)).toContain('deleted');
    expect(received()).toMatchObject([{ ...first, _meta: { 'acme/tenant': 'production' } }, second]);

    await expect.poll(async () => (await onlyCall(gateway)).status, SOON).toBe('ok');
    const { id, others, rounds } = await onlyCall(gateway);
    expect([others, rounds[0]?.others.value]).toEqual([null, { ...first, _meta: { 'acme/tenant': 'production' } }]);
    const isSame = async (params: object): Promise<unknown> => {
      const body = JSON.stringify({ params: { arguments: { id: 'a' }, ...params } });
      const headers = { 'content-type': 'application/json' };
      return (await gateway.api(`/api/v1/tool-calls/${id}/verify`, { method: 'POST', headers, body })).body;
    };
    expect(await isSame(second)).toEqual({ is_same: true });
    const other = { ...second, inputResponses: { ask1: accept({ password: 'another' }) } };
    expect(await isSame(other)).toEqual({ is_same: false });

    const page = await openSignedIn({ gateway, path: `/tool-calls/${id}` });
    const answers = page.getByRole('region', { name: 'Answers sent later' });
    await answers.getByText('Ann').waitFor();
    await answers.getByText('1 secret was removed before this was stored.').waitFor();
    expect(await answers.getByRole('listitem').count()).toBe(2);
  });
});
