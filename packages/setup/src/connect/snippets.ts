import type { ClientSnippet } from '@toolmark/api-contract';
import { shellWord } from '@toolmark/base';
import { stringify as toToml } from 'smol-toml';
import type { RawEntry } from '../edit/edit-config.ts';
import type { ClientId } from './clients.ts';
import { clientNameOf, ENTRY_NAME, type Program, takesAddresses, toClientEntry, type Way } from './entry.ts';

/** What a client needs to know of a gateway. */
export interface ConnectOptions {
  /** Of the gateway, without a path. */
  readonly url: string;
  /** Which of its endpoints; `/mcp` unless given. */
  readonly path?: string;
  /** The client's token, or what stands for it; `undefined` where none is asked for. */
  readonly token: string | undefined;
  /** What serves the same over stdio, for clients that only start programs. */
  readonly stdio: Program;
}

/** Stands for a token that is not made yet, and is obviously none. */
export const TOKEN_PLACEHOLDER = 'YOUR_TOKEN';

/**
 * How each client is told about this gateway, with the token in it.
 *
 * @example
 * connectSnippets({ url: 'http://127.0.0.1:7420', token, stdio }).find(({ client }) => client === 'cursor')
 */
export function connectSnippets({ url, path = '/mcp', token, stdio }: ConnectOptions): readonly ClientSnippet[] {
  const given = token === undefined ? undefined : ({ kind: 'literal', text: token } as const);
  const http: Way = { kind: 'http', url: `${url}${path}`, token: given };
  return SHOWN.map(({ client, where, note }) => {
    const way: Way = takesAddresses(client) ? http : { kind: 'stdio', ...stdio, token: given?.text };
    return { ...toSnippet(client, way), where, note: note(token !== undefined) };
  });
}

/** What to put where for one client, in the way that it is to be reached. */
export function toSnippet(
  client: ClientId | 'other',
  way: Way,
): Pick<ClientSnippet, 'client' | 'name' | 'language' | 'text'> {
  const always = { client, name: clientNameOf(client) };
  const entry = toClientEntry(client, way);
  if (!entry.ok) return { ...always, language: 'shell', text: '' };
  if (client === 'claude-code' && way.kind === 'http') {
    return { ...always, language: 'shell', text: claudeCommand(way.url, entry.value) };
  }
  if (client === 'codex') return { ...always, language: 'toml', text: tomlSnippet(entry.value) };
  return { ...always, language: 'json', text: jsonSnippet(PLACES[client] ?? ['mcpServers'], entry.value) };
}

/** An entry as the only one of a file. */
export function jsonSnippet(place: readonly string[], entry: RawEntry): string {
  const content = [...place, ENTRY_NAME].reduceRight<unknown>((inner, key) => ({ [key]: inner }), entry);
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

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
};

interface Shown {
  readonly client: ClientId | 'other';
  readonly where: string;
  readonly note: (hasToken: boolean) => string | null;
}

const nothing = (): null => null;

const SHOWN: readonly Shown[] = [
  {
    ...{ client: 'claude-code', where: 'a terminal' },
    note: () => 'For you in every project; leave out --scope user for this one only.',
  },
  {
    client: 'claude-desktop',
    where: 'claude_desktop_config.json (Settings, Developer, Edit Config)',
    note: () =>
      'Its file has no addresses, so that it starts toolmark stdio, which joins this gateway while it runs. Restart it afterwards.',
  },
  { client: 'cursor', where: '~/.cursor/mcp.json', note: nothing },
  {
    client: 'vscode',
    where: 'mcp.json (command MCP: Open User Configuration), or .vscode/mcp.json in a project',
    note: (hasToken) => (hasToken ? 'In a project, the token would be committed with the file.' : null),
  },
  { client: 'windsurf', where: '~/.codeium/windsurf/mcp_config.json', note: nothing },
  { client: 'codex', where: '~/.codex/config.toml', note: nothing },
  { client: 'gemini', where: '~/.gemini/settings.json', note: nothing },
  { client: 'zed', where: 'settings.json (command zed: open settings file)', note: nothing },
  { client: 'other', where: 'its config, in the shape most clients share', note: nothing },
];
