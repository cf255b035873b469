import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import {
  type SearchAnswer,
  searchAnswerSchema,
  sessionListSchema,
  type ToolCall,
  toolCallListSchema,
} from '@toolmark/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { textOf } from '../gateway/fixtures/clients.ts';
import { startGateway, type TestGateway, TOOLMARK } from '../gateway/fixtures/gateway.ts';
import { runCli } from '../support/run-cli.ts';
import { contentOf } from './fixtures/agent.ts';
import { openWorkshop, type Workshop } from './fixtures/workshop.ts';

const SOON = { timeout: 20_000, interval: 50 };

async function callsOf(gateway: TestGateway): Promise<readonly ToolCall[]> {
  return toolCallListSchema.parse((await gateway.api('/api/v1/tool-calls?limit=100')).body).tool_calls;
}

/** The fields of a call that do not depend on its time or mode. */
function essence({ id: _id, session_id, started_at, duration_ms, mode, metrics, ...rest }: ToolCall) {
  return rest;
}

describe.each(['auto', 'legacy'] as const)('search mode (%s)', (mode) => {
  const endings: (() => Promise<void>)[] = [];
  let workshop: Workshop;
  let client: Client;
  let path: string;

  beforeAll(async () => {
    workshop = await openWorkshop({ whenOver: (end) => void endings.push(end) });
    path = join(realpathSync(workshop.folder), 'plan.txt');
  }, 60_000);
  beforeEach(async () => {
    client = await workshop.connect(mode);
  });
  afterAll(async () => {
    for (const end of endings.toReversed()) await end();
  });

  const callRead = (given: Record<string, unknown>) => client.callTool({ name: 'call_tool_read', arguments: given });

  it('records a call like direct mode, except for the mode', async () => {
    const direct = await workshop.connect(mode, '/mcp');
    const plain = await direct.callTool({ name: 'files__read_text_file', arguments: { path } });
    expect(await callRead({ id: 'files__read_text_file', arguments: { path } })).toEqual(plain);
    const calls = await callsOf(workshop.gateway);
    expect(calls.map((call) => call.mode).toSorted()).toEqual(['direct', 'search']);
    const [one, other] = calls.map(essence);
    expect(one).toEqual(other);
  });

  it.each(['call_tool_read', 'call_tool_write'])(
    'rejects %s for a destructive tool, and names the right one',
    async (name) => {
      const given = { path: join(workshop.folder, 'never.txt'), content: 'x' };
      const refused = await client.callTool({ name, arguments: { id: 'files__write_file', arguments: given } });
      expect(refused.isError).toBe(true);
      expect(textOf(refused)).toContain('Use call_tool_destructive.');
      const [last] = await callsOf(workshop.gateway);
      expect(last).toMatchObject({ tool: 'write_file', status: 'denied', mode: 'search', attempts: 0 });
      expect(last?.decision).toMatchObject({ kind: 'deny', rule: 'variant' });
    },
  );

  it.each([
    ['an argument that does not fit', { id: 'files__read_text_file', arguments: { path: 7 } }, '"properties":{"path"'],
    ['arguments that are no JSON', { id: 'files__read_text_file', arguments: '{path' }, 'not JSON'],
  ])('explains the error in %s, and calls nothing', async (_what, given, says) => {
    const before = (await callsOf(workshop.gateway)).length;
    const answer = await callRead(given);
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toContain(says);
    expect(await callsOf(workshop.gateway)).toHaveLength(before);
  });

  it('suggests ids for an unknown one, and records it like direct mode', async () => {
    const direct = await workshop.connect(mode, '/mcp');
    await expect(direct.callTool({ name: 'files__read_text_fil', arguments: { path } })).rejects.toThrow(
      'Unknown tool',
    );
    const answer = await callRead({ id: 'files__read_text_fil', arguments: { path } });
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toBe("There is no tool 'files__read_text_fil'. Did you mean files__read_text_file?");
    const [last, before] = (await callsOf(workshop.gateway)).map(essence);
    expect(last).toEqual(before);
    expect(last?.status).toBe('error');
  });

  it('also accepts arguments as a JSON string', async () => {
    const answer = await callRead({ id: 'files__read_text_file', arguments: JSON.stringify({ path }) });
    expect(textOf(answer)).toBe('Tea first.');
  });

  it("asks the client's person before destructive calls, as in direct mode", { timeout: 60_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolmark-search-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const counting = fileURLToPath(new URL('../policy/fixtures/counting-server.mjs', import.meta.url));
    const gateway = await startGateway({
      servers: { counting: { command: process.execPath, args: [counting, join(folder, 'tally')] } },
      config: { policy: {} },
    });
    const asking = new Client(
      { name: 'agent', version: '1.0.0' },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode } },
    );
    const asked: string[] = [];
    asking.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params.message);
      return { action: 'accept', content: { decision: 'approve' } };
    });
    const url = new URL(`${gateway.url}/mcp/search`);
    await asking.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: gateway.headers } }));
    onTestFinished(() => asking.close());
    const answer = await asking.callTool({
      name: 'call_tool_destructive',
      arguments: { id: 'counting__set_value', arguments: { value: 3 } },
    });
    expect(textOf(answer)).toBe('done: set_value');
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('set_value');
    const [call] = await callsOf(gateway);
    expect(call).toMatchObject({ tool: 'set_value', status: 'ok', mode: 'search' });
  });

  it('counts the tokens actually sent, and those of all tools', { timeout: 60_000 }, async () => {
    const { gateway, connect } = await openWorkshop();
    const counted = await connect(mode);
    await counted.listTools();
    await counted.callTool({ name: 'retrieve_tools', arguments: { query: 'sum of two numbers' } });
    await counted.callTool({
      name: 'call_tool_read',
      arguments: { id: 'everything__get-sum', arguments: { a: 1, b: 2 } },
    });
    const sessions = async () => {
      const { body } = await gateway.api('/api/v1/sessions');
      return sessionListSchema.parse(body).sessions;
    };
    await expect.poll(async () => (await sessions())[0]?.saved_tokens ?? 0, SOON).toBeGreaterThan(1_000);
    const [session] = await sessions();
    expect(session).toMatchObject({ mode: 'search', tool_call_count: 1 });
    expect(session?.menu_tokens).toBeLessThan(1_100);
    expect(session?.discovery_tokens).toBeGreaterThan(100);
    expect(session?.saved_tokens).toBe(
      (session?.listing_tokens ?? 0) - (session?.menu_tokens ?? 0) - (session?.discovery_tokens ?? 0),
    );
  });
});

describe('finding tools outside a client', () => {
  it('gives the API and the command line the same results as retrieve_tools', { timeout: 60_000 }, async () => {
    const { gateway, connect } = await openWorkshop();
    const client = await connect('auto');
    const asked = { query: 'erase a note', read_only: true };
    const found = contentOf<SearchAnswer>(await client.callTool({ name: 'retrieve_tools', arguments: asked }));
    const { body } = await gateway.api('/api/v1/search?q=erase+a+note&read_only=true');
    expect(searchAnswerSchema.parse(body)).toEqual(found);
    expect(found.left_out.map(({ filter }) => filter)).toEqual(['read_only']);
    const cli = await runCli(['tools', 'search', 'erase a note', '--read-only', '--json', '--data', gateway.dataDir]);
    expect(cli.stderr).toBe('');
    expect(JSON.parse(cli.stdout)).toEqual(found);
    const shown = await runCli(['tools', 'search', 'erase', 'a', 'note', '--data', gateway.dataDir]);
    expect(shown.stdout).toContain('demo__delete_note');
  });

  it.each(['joined to a running gateway', 'on its own'])('toolmark stdio --search works %s', async (how) => {
    const { gateway } = await openWorkshop();
    const alone = how === 'on its own' ? ['--config', gateway.configFile] : [];
    const client = new Client({ name: 'agent', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
    const data = how === 'on its own' ? mkdtempSync(join(tmpdir(), 'toolmark-alone-')) : gateway.dataDir;
    if (data !== gateway.dataDir) onTestFinished(() => rmSync(data, { recursive: true, force: true }));
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [TOOLMARK, 'stdio', '--search', '--data', data, ...alone],
        stderr: 'ignore',
      }),
    );
    onTestFinished(() => client.close());
    expect((await client.listTools()).tools).toHaveLength(5);
    expect(client.getInstructions()).toContain('retrieve_tools finds tools');
    const sum = { id: 'everything__get-sum', arguments: { a: 17, b: 25 } };
    // A server may start more slowly than a call waits.
    const call = async () => textOf(await client.callTool({ name: 'call_tool_read', arguments: sum }));
    await expect.poll(call, { timeout: 60_000, interval: 500 }).toContain('42');
  });
});
