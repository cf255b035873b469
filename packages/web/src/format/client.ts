import { visible } from '../text/visible.ts';

/** The label of a client that does not send its name. */
export const UNKNOWN_CLIENT = 'Unknown client';

/** The names of well-known clients as people know them, by the names that they send. */
const KNOWN: ReadonlyMap<string, string> = new Map([
  ['claude-code', 'Claude Code'],
  ['claude-ai', 'Claude Desktop'],
  ['claude-desktop', 'Claude Desktop'],
  ['codex-mcp-client', 'Codex'],
  ['codex', 'Codex'],
  ['cursor', 'Cursor'],
  ['cursor-vscode', 'Cursor'],
  ['gemini-cli', 'Gemini CLI'],
  ['gemini-cli-mcp-client', 'Gemini CLI'],
  ['qwen-code', 'Qwen Code'],
  ['qwen-cli-mcp-client', 'Qwen Code'],
  ['opencode', 'opencode'],
  ['goose', 'Goose'],
  ['zed', 'Zed'],
  ['windsurf-client', 'Windsurf'],
  ['toolmark-demo', 'Toolmark demo'],
]);

/**
 * A client's name and version for display.
 *
 * @example
 * formatClient('claude-code', '2.1.0') // 'Claude Code 2.1.0'
 */
export function formatClient(name: string | null, version: string | null = null): string {
  if (name === null || name.trim() === '') return UNKNOWN_CLIENT;
  const shown = KNOWN.get(name.toLowerCase()) ?? name;
  return visible(version === null || version === '' ? shown : `${shown} ${version}`, 80);
}

/** The ids of calls contain the time: their first characters are the same for hours. */
const TIMED = /^[0-9a-f]{8}-[0-9a-f]{4}-7/i;

/**
 * Shortens an id to its beginning, as the command line does: enough to tell a few apart and to find it again.
 *
 * @example
 * shortId('b1f0c2d4-0000-4000-8000-000000000000') // 'b1f0c2d4'
 */
export const shortId = (id: string): string => (id.length <= 10 ? id : id.slice(0, TIMED.test(id) ? 13 : 8));
