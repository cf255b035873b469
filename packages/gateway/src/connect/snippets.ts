import type { ClientSnippet } from '@toolmark/api-contract';
import { stringify as toToml } from 'smol-toml';
import { shellWord } from './shell-word.ts';

/** What a client needs to know of a gateway. */
export interface ConnectOptions {
  readonly mcpUrl: string;
  /** `undefined` where none is asked for. */
  readonly token: string | undefined;
  /** What serves the same over stdio, for clients that only start programs. */
  readonly stdio: {
    readonly command: string;
    readonly args: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  };
}

/**
 * How each client is told about this gateway, with the token in it.
 *
 * @example
 * connectSnippets({ mcpUrl: 'http://127.0.0.1:7420/mcp', token, stdio }).find(({ client }) => client === 'cursor')
 */
export function connectSnippets(options: ConnectOptions): readonly ClientSnippet[] {
  const { mcpUrl, token, stdio } = options;
  const authorization = token === undefined ? undefined : `Bearer ${token}`;
  const headers = authorization === undefined ? {} : { headers: { Authorization: authorization } };
  const header = authorization === undefined ? [] : ['--header', `Authorization: ${authorization}`];
  const command = ['claude', 'mcp', 'add', '--transport', 'http', '--scope', 'user', 'toolmark', mcpUrl, ...header];
  return [
    {
      ...{ client: 'claude-code', name: 'Claude Code', language: 'shell', where: 'a terminal' },
      text: command.map(shellWord).join(' '),
      note: 'For you in every project; leave out --scope user for this one only.',
    },
    {
      ...{ client: 'claude-desktop', name: 'Claude Desktop', language: 'json' },
      where: 'claude_desktop_config.json (Settings, Developer, Edit Config)',
      text: servers('mcpServers', {
        command: stdio.command,
        args: stdio.args,
        ...(stdio.env && { env: stdio.env }),
      }),
      note: 'Its file has no addresses, so that it starts toolmark stdio, which joins this gateway while it runs. Restart it afterwards.',
    },
    {
      ...{ client: 'cursor', name: 'Cursor', language: 'json', where: '~/.cursor/mcp.json' },
      text: servers('mcpServers', { url: mcpUrl, ...headers }),
      note: null,
    },
    {
      ...{ client: 'vscode', name: 'VS Code', language: 'json' },
      where: 'mcp.json (command MCP: Open User Configuration), or .vscode/mcp.json in a project',
      text: servers('servers', { type: 'http', url: mcpUrl, ...headers }),
      note: token === undefined ? null : 'In a project, the token would be committed with the file.',
    },
    {
      ...{ client: 'windsurf', name: 'Windsurf', language: 'json', where: '~/.codeium/windsurf/mcp_config.json' },
      text: servers('mcpServers', { serverUrl: mcpUrl, ...headers }),
      note: null,
    },
    {
      ...{ client: 'codex', name: 'Codex', language: 'toml', where: '~/.codex/config.toml' },
      text: toToml({
        mcp_servers: {
          toolmark: {
            url: mcpUrl,
            ...(authorization !== undefined && { http_headers: { Authorization: authorization } }),
          },
        },
      }),
      note: null,
    },
    {
      ...{ client: 'gemini', name: 'Gemini CLI', language: 'json', where: '~/.gemini/settings.json' },
      text: servers('mcpServers', { httpUrl: mcpUrl, ...headers }),
      note: null,
    },
    {
      ...{ client: 'zed', name: 'Zed', language: 'json', where: 'settings.json (command zed: open settings file)' },
      text: servers('context_servers', { url: mcpUrl, ...headers }),
      note: null,
    },
    {
      ...{
        client: 'other',
        name: 'Another client',
        language: 'json',
        where: 'its config, in the shape most clients share',
      },
      text: servers('mcpServers', { type: 'http', url: mcpUrl, ...headers }),
      note: null,
    },
  ];
}

const servers = (key: string, entry: object): string =>
  `${JSON.stringify({ [key]: { toolmark: entry } }, undefined, 2)}\n`;
