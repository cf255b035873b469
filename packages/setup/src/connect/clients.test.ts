import { describe, expect, it } from 'vitest';
import { CLIENT_IDS, type ClientId, clientPlaces, placeFor } from './clients.ts';
import { endpointOptions, endpointPath } from './endpoint.ts';
import { toClientEntry, type Way } from './entry.ts';

const LINUX = { platform: 'linux', env: {}, home: '/home/me', cwd: '/project' };

describe('the config files of clients', () => {
  it.each<[string, Readonly<Record<string, string>>, ClientId, 'user' | 'project', string]>([
    ['linux', {}, 'claude-code', 'user', '/home/me/.claude.json'],
    ['linux', {}, 'claude-code', 'project', '/project/.mcp.json'],
    ['linux', { CLAUDE_CONFIG_DIR: '/d' }, 'claude-code', 'user', '/d/.claude.json'],
    ['linux', { CODEX_HOME: '/c' }, 'codex', 'user', '/c/config.toml'],
    ['linux', {}, 'codex', 'project', '/project/.codex/config.toml'],
    ['linux', { XDG_CONFIG_HOME: '/x' }, 'vscode', 'user', '/x/Code/User/mcp.json'],
    ['linux', {}, 'vscode', 'project', '/project/.vscode/mcp.json'],
    ['linux', {}, 'cursor', 'project', '/project/.cursor/mcp.json'],
    ['linux', {}, 'gemini', 'project', '/project/.gemini/settings.json'],
    ['linux', {}, 'opencode', 'project', '/project/opencode.json'],
    ['linux', {}, 'copilot', 'project', '/project/.github/mcp.json'],
    ['linux', {}, 'amp', 'project', '/project/.amp/settings.json'],
    ['linux', {}, 'zed', 'project', '/project/.zed/settings.json'],
    [
      ...(['darwin', {}, 'claude-desktop', 'user'] as const),
      '/home/me/Library/Application Support/Claude/claude_desktop_config.json',
    ],
    ['darwin', {}, 'zed', 'user', '/home/me/.config/zed/settings.json'],
    ['win32', { APPDATA: 'C:\\r' }, 'zed', 'user', 'C:\\r\\Zed\\settings.json'],
    ['win32', { APPDATA: 'C:\\r' }, 'vscode', 'user', 'C:\\r\\Code\\User\\mcp.json'],
  ])('%s %j: %s, %s', (platform, env, client, scope, file) => {
    expect(placeFor(client, scope, { ...LINUX, platform, env })).toMatchObject({ client, scope, file, isMain: true });
  });

  it.each<[ClientId, string, RegExp]>([
    ['windsurf', '/project', /has no project config/],
    ['claude-desktop', '/project', /has no project config/],
    ['cursor', '/home/me', /this folder is your home/],
  ])('%s in %s has no project file', (client, cwd, message) => {
    expect(placeFor(client, 'project', { ...LINUX, cwd })).toMatch(message);
  });

  it('are unique', () => {
    const files = clientPlaces({ ...LINUX, cwd: '/home/me' }).map(({ file, place }) => `${file} ${place.join('.')}`);
    expect(new Set(files).size).toBe(files.length);
  });
});

const SHELL = { Authorization: `Bearer $${'{T}'}` };
const EDITOR = { Authorization: `Bearer $${'{env:T}'}` };

describe('the entry of a client', () => {
  const http = (token: Extract<Way, { kind: 'http' }>['token']): Way => ({ kind: 'http', url: 'http://x/mcp', token });
  const started: Way = { kind: 'stdio', token: undefined, command: 'node', args: ['t', 'stdio'], env: { A: '1' } };
  const plain = { command: 'node', args: ['t', 'stdio'], env: { A: '1' } };

  it.each<[ClientId, object | RegExp, object | RegExp, object]>([
    ['claude-code', SHELL, { type: 'http', url: 'http://x/mcp' }, { type: 'stdio', ...plain }],
    ['claude-desktop', /takes no URLs/, /takes no URLs/, plain],
    ['cursor', EDITOR, { url: 'http://x/mcp' }, plain],
    ['vscode', EDITOR, { type: 'http', url: 'http://x/mcp' }, { type: 'stdio', ...plain }],
    ['windsurf', EDITOR, { serverUrl: 'http://x/mcp' }, plain],
    ['gemini', SHELL, { httpUrl: 'http://x/mcp' }, plain],
    ['zed', /expands no environment variables/, { url: 'http://x/mcp' }, plain],
    ['qwen', SHELL, { httpUrl: 'http://x/mcp' }, plain],
    ['cline', /expands no/, { type: 'streamableHttp', url: 'http://x/mcp' }, { type: 'stdio', ...plain }],
    ['junie', /takes no URLs/, /takes no URLs/, plain],
    [
      ...(['copilot', /expands no/, { type: 'http', url: 'http://x/mcp', tools: ['*'] }] as const),
      { type: 'local', ...plain, tools: ['*'] },
    ],
    ['amp', SHELL, { url: 'http://x/mcp' }, plain],
    ['lmstudio', /expands no/, { url: 'http://x/mcp' }, plain],
    [
      'opencode',
      { Authorization: 'Bearer {env:T}' },
      { type: 'remote', url: 'http://x/mcp', oauth: false, enabled: true },
      { type: 'local', command: ['node', 't', 'stdio'], environment: { A: '1' }, enabled: true },
    ],
  ])('%s takes the token from a variable, or returns the reason', (client, headers, open, stdio) => {
    const told = (way: Way): unknown => {
      const entry = toClientEntry(client, way);
      return entry.ok ? entry.value : entry.error;
    };
    const fits = (wanted: object | RegExp): unknown =>
      wanted instanceof RegExp ? expect.stringMatching(wanted) : wanted;
    const variable = headers instanceof RegExp ? headers : { ...open, headers };
    expect([told(http({ kind: 'variable', text: 'T' })), told(http(undefined)), told(started)]).toEqual([
      ...[fits(variable), fits(open), stdio],
    ]);
  });

  it('uses its own keys for Codex', () => {
    expect(toClientEntry('codex', http({ kind: 'variable', text: 'T' }))).toEqual({
      ok: true,
      value: { url: 'http://x/mcp', bearer_token_env_var: 'T' },
    });
    expect(toClientEntry('codex', http({ kind: 'literal', text: 'abc' }))).toEqual({
      ok: true,
      value: { url: 'http://x/mcp', http_headers: { Authorization: 'Bearer abc' } },
    });
  });

  it('uses its own keys for Goose and Continue', () => {
    const token = { kind: 'literal', text: 'abc' } as const;
    expect([toClientEntry('goose', http(token)), toClientEntry('goose', started)]).toMatchObject([
      { value: { type: 'streamable_http', uri: 'http://x/mcp', headers: { Authorization: 'Bearer abc' } } },
      { value: { type: 'stdio', cmd: 'node', args: ['t', 'stdio'], envs: { A: '1' }, enabled: true } },
    ]);
    const headers = { Authorization: 'Bearer abc' };
    expect([toClientEntry('continue', http(token)), toClientEntry('continue', started)]).toMatchObject([
      { value: { type: 'streamable-http', url: 'http://x/mcp', requestOptions: { headers } } },
      { value: { type: 'stdio', ...plain } },
    ]);
  });

  it('exists for every client', () => {
    expect(CLIENT_IDS.map((client) => toClientEntry(client, started).ok)).toEqual(CLIENT_IDS.map(() => true));
  });
});

describe('an endpoint', () => {
  it.each([
    [{}, '/mcp', []],
    [{ search: true }, '/mcp/search', ['--search']],
    [{ profile: 'a' }, '/mcp/p/a', ['--profile', 'a']],
    [{ profile: 'a', search: true }, '/mcp/p/a/search', ['--profile', 'a', '--search']],
  ])('%j is %s', (endpoint, path, options) => {
    expect([endpointPath(endpoint), endpointOptions(endpoint)]).toEqual([path, options]);
  });
});
