import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { NamedToken } from '@toolmark/api-contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createIo } from '../../fixtures/ask.ts';
import { checkClients } from './check-clients.ts';

const GATEWAY = 'http://127.0.0.1:7420';
const TOKEN = 'the-token-of-this-gateway-0123456789';
const OWNER = 'the-token-of-the-owner-0123456789';
const SHARED = 'the-token-of-an-earlier-version-0123456789';
const SECRET = 'another-token-that-nobody-may-see';

const NAMED = 'tmk_ABCD-the-rest-of-a-named-token';

const named = (name: string, hint: string, status: NamedToken['status']): NamedToken => ({
  ...{ id: name, name, kind: 'client', may_answer: true, hint, status, ceiling: 'read', servers: null, profile: null },
  ...{ created_at: '2026-11-15T11:00:00.000Z', expires_at: null, last_used_at: null, revoked_at: null },
});
const TOKENS = [
  { ...named('script', 'tmk_IJKL', 'active'), kind: 'api' as const },
  named('ci', NAMED.slice(0, 8), 'active'),
  named('old', 'tmk_EFGH', 'expired'),
];

let home: string;
let data: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'toolmark-clients-'));
  data = join(home, 'data');
  await mkdir(data);
  await writeFile(join(data, 'stdio-token'), `${TOKEN}\n`);
  await writeFile(join(data, 'owner-token'), `${OWNER}\n`);
  await writeFile(join(data, 'token'), `${SHARED}\n`);
});

afterEach(() => rm(home, { recursive: true }));

async function put(file: string, content: unknown): Promise<string> {
  const path = join(home, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const check = (isOpen = false) => {
  const { io } = createIo({ cwd: join(home, 'project') });
  const env = { PATH: join(home, 'bin') };
  return checkClients({
    gateway: { origin: GATEWAY, isOpen },
    listen: undefined,
    dataDir: data,
    tokens: TOKENS,
    profiles: ['reading'],
    io: { ...io, env },
    deps: { platform: 'linux', home },
  });
};

describe('the entries of clients', () => {
  it('are suggested if there are none', async () => {
    await put('.cursor/mcp.json', {
      mcpServers: { other: { url: 'https://example.com/mcp', headers: { Authorization: SECRET } } },
    });
    expect(await check()).toEqual([
      expect.objectContaining({
        name: 'clients',
        state: 'warning',
        message: 'No client on this machine mentions toolmark.',
      }),
    ]);
  });

  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  it.each<[string, object, string, string]>([
    ['this gateway', { url: `${GATEWAY}/mcp`, headers: bearer(TOKEN) }, 'ok', 'points to this gateway.'],
    [
      'another name of this gateway',
      { url: 'http://localhost:7420/mcp/search', headers: bearer(TOKEN) },
      'ok',
      'points to this gateway.',
    ],
    [
      'a token from a variable',
      { url: `${GATEWAY}/mcp`, headers: bearer(`\${TOKEN}`) },
      'ok',
      'points to this gateway.',
    ],
    [
      'no token',
      { url: `${GATEWAY}/mcp` },
      'problem',
      'points to this gateway, but sends no token, which the gateway requires.',
    ],
    [
      'an empty token',
      { url: `${GATEWAY}/mcp`, headers: bearer('') },
      'problem',
      'points to this gateway, but with an empty token.',
    ],
    [
      'a wrong token',
      { url: `${GATEWAY}/mcp`, headers: bearer(SECRET) },
      'problem',
      'points to this gateway, but with an unknown token.',
    ],
    [
      'a named token',
      { url: `${GATEWAY}/mcp`, headers: bearer(NAMED) },
      'ok',
      "points to this gateway, with the token 'ci'.",
    ],
    [
      'an expired token',
      { url: `${GATEWAY}/mcp`, headers: bearer('tmk_EFGH-the-rest') },
      'problem',
      "points to this gateway, but with the token 'old', which is expired.",
    ],
    [
      "the owner's token",
      { url: `${GATEWAY}/mcp`, headers: bearer(OWNER) },
      'problem',
      "points to this gateway, but with the owner's token, which could approve its calls.",
    ],
    [
      'the token of an earlier version',
      { url: `${GATEWAY}/mcp`, headers: bearer(SHARED) },
      'warning',
      'points to this gateway, with the token of an earlier version that all clients share.',
    ],
    [
      'an API token',
      { url: `${GATEWAY}/mcp`, headers: bearer('tmk_IJKL-the-rest') },
      'problem',
      "points to this gateway, but with the token 'script', which is for the API.",
    ],
    [
      'stdio with an expired token',
      { command: 'toolmark', args: ['stdio'], env: { TOOLMARK_TOKEN: 'tmk_EFGH-the-rest' } },
      'problem',
      "starts toolmark stdio, but with the token 'old', which is expired.",
    ],
    [
      'stdio with a valid token',
      { command: 'toolmark', args: ['stdio'], env: { TOOLMARK_TOKEN: NAMED } },
      'ok',
      'starts toolmark stdio, which joins this gateway while it runs.',
    ],
    ['a profile', { url: `${GATEWAY}/mcp/p/reading/search`, headers: bearer(TOKEN) }, 'ok', 'points to this gateway.'],
    [
      'an unknown profile',
      { url: `${GATEWAY}/mcp/p/writing`, headers: bearer(TOKEN) },
      'problem',
      'is for the profile writing, which does not exist. Known: reading.',
    ],
    [
      'a program for an unknown profile',
      { command: 'toolmark', args: ['stdio', '--profile', 'writing'] },
      'problem',
      'is for the profile writing, which does not exist. Known: reading.',
    ],
    [
      'no endpoint',
      { url: `${GATEWAY}/`, headers: bearer(TOKEN) },
      'problem',
      `points to ${GATEWAY}/, which is not an MCP endpoint.`,
    ],
    [
      'another address',
      { url: `http://user:${SECRET}@127.0.0.1:9/mcp?key=${SECRET}` },
      'warning',
      `points to http://127.0.0.1:9/mcp; this gateway is at ${GATEWAY}.`,
    ],
    [
      'a bridge',
      { command: 'npx', args: ['mcp-remote', `${GATEWAY}/mcp`, '--header', `Authorization: Bearer ${SECRET}`] },
      'problem',
      'points to this gateway, but with an unknown token.',
    ],
    [
      'stdio',
      { command: 'toolmark', args: ['stdio'] },
      'ok',
      'starts toolmark stdio, which joins this gateway while it runs.',
    ],
    [
      'no such command',
      { command: '/opt/toolmark/bin/toolmark', args: ['stdio'] },
      'problem',
      'starts toolmark, which does not exist.',
    ],
    [
      'no such script',
      { command: 'npx', args: ['/opt/toolmark/main.js', 'stdio'] },
      'problem',
      'starts /opt/toolmark/main.js, which does not exist.',
    ],
    [
      'a path with a variable',
      { command: `\${HOME}/toolmark`, args: ['stdio'] },
      'ok',
      'starts toolmark stdio, which joins this gateway while it runs.',
    ],
    [
      'another folder',
      { command: 'toolmark', args: ['stdio', '--data', '/elsewhere'] },
      'warning',
      'starts toolmark with another data folder, /elsewhere.',
    ],
    [
      'another home',
      { command: 'toolmark', args: ['stdio'], env: { TOOLMARK_HOME: '/elsewhere', KEY: SECRET } },
      'warning',
      'starts toolmark with another data folder, /elsewhere.',
    ],
    ['disabled', { command: 'nowhere', disabled: true }, 'warning', 'is disabled.'],
    ['empty', {}, 'problem', 'has neither a command nor a URL.'],
  ])('%s', async (_case, entry, state, message) => {
    for (const program of ['toolmark', 'npx']) await put(`bin/${program}`, '');
    const file = await put('.cursor/mcp.json', { mcpServers: { toolmark: entry } });
    const checks = await check();
    expect(checks).toMatchObject([{ name: 'client Cursor', state, message: `'toolmark' in ${file} ${message}` }]);
    expect(JSON.stringify(checks)).not.toContain(SECRET);
  });

  it('need no token if the gateway requires none', async () => {
    await put('.cursor/mcp.json', { mcpServers: { toolmark: { url: `${GATEWAY}/mcp` } } });
    expect(await check(true)).toMatchObject([{ state: 'ok' }]);
  });

  it('are not compared with an address while no gateway is running', async () => {
    const file = await put('.cursor/mcp.json', {
      mcpServers: { gate: { url: `${GATEWAY}/mcp`, headers: bearer(SECRET) } },
    });
    const { io } = createIo();
    const listen = { host: '127.0.0.1', port: 7_420 };
    const deps = { platform: 'linux', home };
    const always = { gateway: undefined, dataDir: data, tokens: [], profiles: undefined, io, deps };
    const checks = await checkClients({ ...always, listen });
    const elsewhere = { ...listen, port: 7_421 };
    const others = await checkClients({ ...always, listen: elsewhere });
    expect(others).toMatchObject([{ message: 'No client on this machine mentions toolmark.' }]);
    expect(checks).toMatchObject([
      {
        state: 'ok',
        message: `'gate' in ${file} points to ${GATEWAY}/mcp; start the gateway to check whether that is this one.`,
      },
    ]);
  });

  it("are found in every client's config", async () => {
    const entry = { command: 'toolmark', args: ['stdio'] };
    const servers = { toolmark: entry };
    await put('bin/toolmark', '');
    await put('.config/Claude/claude_desktop_config.json', { mcpServers: servers });
    await put('.claude.json', {
      mcpServers: servers,
      projects: { [join(home, 'project')]: { mcpServers: { here: entry } }, '/other': { mcpServers: servers } },
    });
    await put('.cursor/mcp.json', { mcpServers: servers });
    await put('.config/Code/User/mcp.json', `{ // mine\n"servers": ${JSON.stringify(servers)}, }`);
    await put('.codeium/windsurf/mcp_config.json', { mcpServers: { gate: { serverUrl: `${GATEWAY}/mcp` } } });
    await put('.codex/config.toml', '[mcp_servers.toolmark]\ncommand = "toolmark"\nargs = ["stdio"]\n');
    await put('.gemini/settings.json', { mcpServers: { gate: { httpUrl: `${GATEWAY}/mcp` } } });
    await put('.config/zed/settings.json', {
      context_servers: { gate: { command: { path: 'toolmark', args: ['stdio'] } } },
    });
    await put('project/.vscode/mcp.json', { servers });
    expect((await check()).map(({ name, state }) => `${name}: ${state}`)).toEqual([
      'client Claude Code: ok',
      'client Claude Code: ok',
      'client Claude Desktop: ok',
      'client Cursor: ok',
      'client VS Code: ok',
      'client VS Code: ok',
      'client Windsurf: problem',
      'client Codex: ok',
      'client Gemini CLI: problem',
      'client Zed: ok',
    ]);
  });

  it('in a broken file are reported if it mentions toolmark', async () => {
    await put('.cursor/mcp.json', `{ "mcpServers": { "toolmark": { "url": "${SECRET}`);
    await put('.gemini/settings.json', '{ broken');
    expect(await check()).toEqual([
      {
        name: 'client Cursor',
        state: 'problem',
        message: expect.stringMatching(
          /mcp\.json is not valid JSON at line 1, column \d+: .* The client may not be able to read it either\.$/,
        ),
      },
    ]);
  });

  it('are escaped, so that no name writes to the terminal', async () => {
    await put('.cursor/mcp.json', { mcpServers: { 'toolmark\u001b[2J': { command: 'x\u001b[2J' } } });
    expect(JSON.stringify(await check())).not.toMatch(/\\u001b/);
  });
});
