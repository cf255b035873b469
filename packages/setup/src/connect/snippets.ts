import type { ClientSnippet } from '@toolmark/api-contract';
import { shellWord } from '@toolmark/base';
import { stringify as toToml } from 'smol-toml';
import { stringify as stringifyYaml } from 'yaml';
import type { RawEntry } from '../edit/edit-config.ts';
import type { ClientId } from './clients.ts';
import { clientName, supportsHttp, toClientEntry, type Way } from './entry.ts';
import { ENTRY_NAME, type Program } from './entry-formats.ts';

/** The connection data of a gateway. */
export interface ConnectOptions {
  /** The address of the gateway, without a path. */
  readonly url: string;
  /** The endpoint, `/mcp` by default. */
  readonly path?: string;
  /** The client's token or a placeholder; `undefined` if none is required. */
  readonly token: string | undefined;
  /** A stdio program for the same gateway, for clients without HTTP. */
  readonly stdio: Program;
}

/** Placeholder for a token that does not exist yet. */
export const TOKEN_PLACEHOLDER = 'YOUR_TOKEN';

/**
 * Instructions that connect each client to this gateway, including the token.
 *
 * @example
 * connectSnippets({ url: 'http://127.0.0.1:7420', token, stdio }).find(({ client }) => client === 'cursor')
 */
export function connectSnippets({ url, path = '/mcp', token, stdio }: ConnectOptions): readonly ClientSnippet[] {
  const given = token === undefined ? undefined : ({ kind: 'literal', text: token } as const);
  const http: Way = { kind: 'http', url: `${url}${path}`, token: given };
  return INSTRUCTIONS.map(({ client, where, note }) => {
    const way: Way = supportsHttp(client) ? http : { kind: 'stdio', ...stdio, token: given?.text };
    return { ...toSnippet(client, way), where, note: note(token !== undefined) };
  });
}

/** The config text of one client for the given connection. */
export function toSnippet(
  client: ClientId | 'other',
  way: Way,
): Pick<ClientSnippet, 'client' | 'name' | 'language' | 'text'> {
  const always = { client, name: clientName(client) };
  const entry = toClientEntry(client, way);
  if (!entry.ok) return { ...always, language: 'shell', text: '' };
  if (client === 'claude-code' && way.kind === 'http') {
    return { ...always, language: 'shell', text: claudeCommand(way.url, entry.value) };
  }
  if (client === 'codex') return { ...always, language: 'toml', text: tomlSnippet(entry.value) };
  if (client === 'goose')
    return { ...always, language: 'yaml', text: toYaml({ extensions: { [ENTRY_NAME]: entry.value } }) };
  if (client === 'continue')
    return { ...always, language: 'yaml', text: toYaml({ mcpServers: [{ name: ENTRY_NAME, ...entry.value }] }) };
  return { ...always, language: 'json', text: jsonSnippet(PLACES[client] ?? ['mcpServers'], entry.value) };
}

/** A config file with only this entry. */
export function jsonSnippet(place: readonly string[], entry: RawEntry): string {
  const content = [...place, ENTRY_NAME].reduceRight<unknown>((inner, key) => ({ [key]: inner }), entry);
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

const toYaml = (config: RawEntry): string => stringifyYaml(config, { lineWidth: 0 });

const tomlSnippet = (entry: RawEntry): string => toToml({ mcp_servers: { [ENTRY_NAME]: entry } });

function claudeCommand(url: string, { headers = {} }: RawEntry): string {
  const header = Object.entries(headers as Readonly<Record<string, string>>).flatMap(([name, value]) => [
    '--header',
    `${name}: ${value}`,
  ]);
  const words = ['claude', 'mcp', 'add', '--transport', 'http', '--scope', 'user', ENTRY_NAME, url, ...header];
  return words.map(shellWord).join(' ');
}

const PLACES: Readonly<Partial<Record<ClientId | 'other', readonly string[]>>> = {
  vscode: ['servers'],
  zed: ['context_servers'],
  opencode: ['mcp'],
  amp: ['amp.mcpServers'],
};

interface Instruction {
  readonly client: ClientId | 'other';
  readonly where: string;
  readonly note: (hasToken: boolean) => string | null;
}

const noNote = (): null => null;

const INSTRUCTIONS: readonly Instruction[] = [
  {
    client: 'claude-code',
    where: 'a terminal',
    note: () => 'For you in every project; leave out --scope user for this one only.',
  },
  {
    client: 'claude-desktop',
    where: 'claude_desktop_config.json (Settings, Developer, Edit Config)',
    note: () =>
      'Claude Desktop takes no URLs, so it starts toolmark stdio, which connects to this gateway while it runs. Restart Claude Desktop afterwards.',
  },
  { client: 'cursor', where: '~/.cursor/mcp.json', note: noNote },
  {
    client: 'vscode',
    where: 'mcp.json (command MCP: Open User Configuration), or .vscode/mcp.json in a project',
    note: (hasToken) => (hasToken ? 'In a project, the token would be committed with the file.' : null),
  },
  { client: 'windsurf', where: '~/.codeium/windsurf/mcp_config.json', note: noNote },
  { client: 'codex', where: '~/.codex/config.toml', note: noNote },
  { client: 'gemini', where: '~/.gemini/settings.json', note: noNote },
  { client: 'zed', where: 'settings.json (command zed: open settings file)', note: noNote },
  { client: 'qwen', where: '~/.qwen/settings.json', note: noNote },
  { client: 'opencode', where: '~/.config/opencode/opencode.json', note: noNote },
  { client: 'goose', where: '~/.config/goose/config.yaml', note: noNote },
  {
    client: 'cline',
    where: '~/.cline/data/settings/cline_mcp_settings.json, or in the editor: MCP Servers, Configure',
    note: noNote,
  },
  { client: 'continue', where: '~/.continue/config.yaml', note: noNote },
  {
    client: 'junie',
    where: '~/.junie/mcp/mcp.json',
    note: () => 'JetBrains AI Assistant takes the same text: Settings, Tools, AI Assistant, MCP, Add.',
  },
  { client: 'copilot', where: '~/.copilot/mcp-config.json', note: noNote },
  { client: 'amp', where: '~/.config/amp/settings.json', note: noNote },
  { client: 'lmstudio', where: '~/.lmstudio/mcp.json (Program, Install, Edit mcp.json)', note: noNote },
  { client: 'other', where: 'its config, in the format most clients share', note: noNote },
];
