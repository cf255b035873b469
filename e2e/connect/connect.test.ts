import { statSync } from 'node:fs';
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type NamedToken, tokenListSchema } from '@toolmark/api-contract';
import { toCommonShape } from '@toolmark/setup';
import { parse as parseJsonc } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { startGateway, type TestGateway } from '../gateway/fixtures/gateway.ts';
import { runCli } from '../support/run-cli.ts';
import { CLIENTS, type Client, createHome, type Home } from './fixtures/home.ts';
import { runOnTerminal } from './fixtures/terminal.ts';

/** These tests start several programs in sequence. */
const PATIENT = { readyWithinMs: 60_000 };

type Entry = Readonly<Record<string, unknown>>;

const KEYS: Readonly<Partial<Record<Client, string>>> = {
  vscode: 'servers',
  codex: 'mcp_servers',
  zed: 'context_servers',
  opencode: 'mcp',
  goose: 'extensions',
  amp: 'amp.mcpServers',
};

const PARSERS: Readonly<Partial<Record<Client, (text: string) => unknown>>> = {
  codex: parseToml,
  goose: parseYaml,
  continue: parseYaml,
};

/** The entry that the client itself would find under Toolmark's name, with the keys that most clients share. */
function entryOf(client: Client, text: string): Entry {
  const config = (PARSERS[client] ?? parseJsonc)(text) as Record<string, Record<string, Entry> | Entry[]>;
  const servers = config[KEYS[client] ?? 'mcpServers'] ?? {};
  const entry = Array.isArray(servers) ? servers.find(({ name }) => name === 'toolmark') : servers['toolmark'];
  return toCommonShape(entry ?? {});
}

/** Uses an entry as the client would. */
async function useEntry(entry: Entry): Promise<McpClient> {
  const client = new McpClient({ name: 'e2e', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  onTestFinished(() => client.close());
  const { command, args, env } = entry as { command?: string; args?: string[]; env?: Record<string, string> };
  if (command !== undefined) {
    const { PATH = '', HOME = '' } = process.env;
    const started = { command, args: args ?? [], env: { PATH, HOME, ...env }, stderr: 'ignore' } as const;
    await client.connect(new StdioClientTransport(started));
    return client;
  }
  const url = entry['url'] ?? entry['serverUrl'] ?? entry['httpUrl'];
  const headers = (entry['headers'] ?? entry['http_headers']) as Record<string, string>;
  await client.connect(new StreamableHTTPClientTransport(new URL(String(url)), { requestInit: { headers } }));
  return client;
}

const surroundings = ({ home }: Home, gateway: TestGateway) => ({ HOME: home, TOOLMARK_HOME: gateway.dataDir });

async function ready(gateway: TestGateway): Promise<void> {
  await expect
    .poll(async () => (await gateway.api('/api/v1/tools')).body, { timeout: 30_000 })
    .toMatchObject({ total: 15 });
}

const tokensOf = async (gateway: TestGateway): Promise<readonly NamedToken[]> =>
  tokenListSchema.parse((await gateway.api('/api/v1/tokens')).body).tokens;

const onLinux = process.platform === 'linux';

describe.skipIf(!onLinux).each(['cursor', 'codex', 'zed'] as const)(
  '%s, connected by a person at a terminal',
  (name) => {
    it('calls a tool with exactly the written entry, and is restored by --undo', async () => {
      const home = createHome();
      const gateway = await startGateway(PATIENT);
      await ready(gateway);
      const original = home.read(name);
      const env = surroundings(home, gateway);
      const done = await runOnTerminal(['connect', name], env, [{ until: '[y/N]', type: 'y\n' }], home.project);
      expect(done).toEqual({ code: 0, screen: expect.stringContaining('Toolmark was added to') });
      expect(done.screen).toContain('are still there');
      expect(done.screen).not.toMatch(/tmk_|fixture-secret/);
      expect(await tokensOf(gateway)).toMatchObject([{ name, kind: 'client', status: 'active', last_used_at: null }]);
      expect(statSync(home.file(name)).mode & 0o777).toBe(0o600);
      const client = await useEntry(entryOf(name, home.read(name)));
      const result = await client.callTool({ name: 'demo__list_notes', arguments: {} });
      expect(result.isError ?? false).toBe(false);
      const calls = await gateway.api('/api/v1/tool-calls');
      expect(calls.body).toMatchObject({ tool_calls: [{ server: 'demo', tool: 'list_notes', status: 'ok' }] });

      const no = await runOnTerminal(['connect', name, '--undo'], env, [{ until: '[y/N]', type: 'n\n' }], home.project);
      expect(no).toEqual({ code: 1, screen: expect.stringContaining('Nothing was written.') });
      const back = await runOnTerminal(
        ['connect', name, '--undo'],
        env,
        [{ until: '[y/N]', type: 'y\n' }],
        home.project,
      );
      expect([back.code, home.read(name)]).toEqual([0, original]);
      expect(await tokensOf(gateway)).toMatchObject([{ name, status: 'revoked', last_used_at: expect.any(String) }]);
    });
  },
);

describe('every client', () => {
  it('reaches the gateway by the URL or the program in its config', async () => {
    const home = createHome();
    const gateway = await startGateway(PATIENT);
    await ready(gateway);
    const env = surroundings(home, gateway);
    for (const name of CLIENTS) {
      const done = await runCli(['connect', name, '--yes', '--json'], { env, cwd: home.project });
      expect({ name, ...done, stdout: JSON.parse(done.stdout) as unknown }).toMatchObject({
        name,
        code: 0,
        stdout: { client: name, kind: 'added', written: true },
      });
      const client = await useEntry(entryOf(name, home.read(name)));
      expect([name, (await client.listTools()).tools.length]).toEqual([name, 15]);
      await client.close();
    }
    const listed = await runCli(['connect', '--list', '--json'], { env, cwd: home.project });
    const { clients } = JSON.parse(listed.stdout) as {
      clients: { client: string; toolmark: { state: string } | null }[];
    };
    const connected = clients.filter(({ toolmark }) => toolmark?.state === 'ok').map(({ client }) => client);
    expect(connected.toSorted()).toEqual(CLIENTS.toSorted());
    const doctor = await runCli(['doctor', '--json'], { env, cwd: home.project });
    const { checks } = JSON.parse(doctor.stdout) as { checks: { name: string; state: string }[] };
    expect(checks.filter(({ name, state }) => name.startsWith('client ') && state !== 'ok')).toEqual([]);
  });

  it('starts a program that joins the running gateway, also if the client supports URLs', async () => {
    const home = createHome();
    const gateway = await startGateway(PATIENT);
    await ready(gateway);
    const env = surroundings(home, gateway);
    expect((await runCli(['connect', 'gemini', '--stdio', '--yes'], { env, cwd: home.project })).code).toBe(0);
    const entry = entryOf('gemini', home.read('gemini'));
    expect(entry['env']).toMatchObject({ TOOLMARK_TOKEN: expect.stringMatching(/^tmk_/) });
    const client = await useEntry(entry);
    await client.callTool({ name: 'demo__list_notes', arguments: {} });
    await expect
      .poll(async () => (await gateway.api('/api/v1/tool-calls')).body)
      .toMatchObject({ tool_calls: [{ server: 'demo', tool: 'list_notes' }] });
    expect(await tokensOf(gateway)).toMatchObject([{ name: 'gemini', last_used_at: expect.any(String) }]);
  });

  it.each([
    ['an address', []],
    ['a program', ['--stdio']],
  ] as const)('gets a profile, or search mode, by %s', async (_how, more) => {
    const home = createHome();
    const gateway = await startGateway({
      ...PATIENT,
      servers: { demo: { command: 'toolmark', args: ['demo-server'] } },
      config: { profiles: { reading: { classes: ['read'] } } },
    });
    await ready(gateway);
    const env = surroundings(home, gateway);
    const toolsWith = async (...options: readonly string[]) => {
      const done = await runCli(['connect', 'windsurf', '--yes', ...more, ...options], { env, cwd: home.project });
      expect(done).toMatchObject({ code: 0 });
      const client = await useEntry(entryOf('windsurf', home.read('windsurf')));
      const { tools } = await client.listTools();
      await client.close();
      return tools;
    };
    const reading = await toolsWith('--profile', 'reading');
    expect(reading.length).toBeGreaterThan(2);
    expect(reading.length).toBeLessThan(15);
    expect(reading.map(({ annotations }) => annotations?.readOnlyHint)).toEqual(reading.map(() => true));
    expect((await toolsWith('--search')).map(({ name }) => name)).toContain('retrieve_tools');
    expect((await toolsWith('--profile', 'reading', '--search')).map(({ name }) => name)).toContain('retrieve_tools');
  });

  it('connected to another gateway is detected by the doctor', async () => {
    const home = createHome();
    const gateway = await startGateway(PATIENT);
    const env = surroundings(home, gateway);
    await runCli(['connect', 'cursor', '--yes'], { env, cwd: home.project });
    const other = await startGateway(PATIENT);
    const elsewhere = { ...env, TOOLMARK_HOME: other.dataDir };
    const doctor = await runCli(['doctor', '--json'], { env: elsewhere, cwd: home.project });
    const { checks } = JSON.parse(doctor.stdout) as { checks: { name: string; state: string; message: string }[] };
    expect(checks.find(({ name }) => name === 'client Cursor')).toMatchObject({
      state: 'warning',
      message: expect.stringContaining(`this gateway is at ${other.url}`),
    });
  });
});
