import { join } from 'node:path';

/** A file in which an AI client keeps its MCP servers. */
export interface ClientFile {
  readonly client: string;
  readonly file: string;
  readonly format: 'json' | 'toml';
  /** Where in it servers stand by name; a file may have several such places. */
  readonly places: readonly (readonly string[])[];
}

export interface Machine {
  readonly platform: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Projects have files of their own. */
  readonly cwd: string;
}

/**
 * Where clients keep their servers, on this machine and in this folder. As of November 2026, from the documentation of each
 * client.
 */
export function clientFiles({ platform, home, env, cwd }: Machine): readonly ClientFile[] {
  const appData = env['APPDATA'] ?? join(home, 'AppData', 'Roaming');
  const config =
    platform === 'darwin'
      ? join(home, 'Library', 'Application Support')
      : platform === 'win32'
        ? appData
        : (env['XDG_CONFIG_HOME'] ?? join(home, '.config'));
  // Zed has its settings there on macOS too.
  const zed =
    platform === 'win32' ? join(appData, 'Zed') : join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'zed');
  const claude = env['CLAUDE_CONFIG_DIR'] ?? home;
  const codex = env['CODEX_HOME'] ?? join(home, '.codex');
  const json = (client: string, file: string, ...places: string[][]): ClientFile => ({
    client,
    file,
    format: 'json',
    places,
  });
  const toml = (client: string, file: string): ClientFile => ({
    client,
    file,
    format: 'toml',
    places: [['mcp_servers']],
  });
  const MCP_SERVERS = ['mcpServers'];
  const vsCode = ['Code', 'Code - Insiders'].flatMap((folder) => [
    json('VS Code', join(config, folder, 'User', 'mcp.json'), ['servers']),
    json('VS Code', join(config, folder, 'User', 'settings.json'), ['mcp', 'servers']),
  ]);
  const all = [
    json('Claude Desktop', join(config, 'Claude', 'claude_desktop_config.json'), MCP_SERVERS),
    json('Claude Code', join(claude, '.claude.json'), MCP_SERVERS, ['projects', cwd, 'mcpServers']),
    json('Claude Code', join(cwd, '.mcp.json'), MCP_SERVERS),
    json('Cursor', join(home, '.cursor', 'mcp.json'), MCP_SERVERS),
    json('Cursor', join(cwd, '.cursor', 'mcp.json'), MCP_SERVERS),
    ...vsCode,
    json('VS Code', join(cwd, '.vscode', 'mcp.json'), ['servers']),
    json('Windsurf', join(home, '.codeium', 'windsurf', 'mcp_config.json'), MCP_SERVERS),
    toml('Codex', join(codex, 'config.toml')),
    toml('Codex', join(cwd, '.codex', 'config.toml')),
    json('Gemini CLI', join(home, '.gemini', 'settings.json'), MCP_SERVERS),
    json('Gemini CLI', join(cwd, '.gemini', 'settings.json'), MCP_SERVERS),
    json('Zed', join(zed, 'settings.json'), ['context_servers']),
    json('Zed', join(cwd, '.zed', 'settings.json'), ['context_servers']),
  ];
  // Who stands in the home folder has each file of a project a second time.
  return [...new Map(all.map((file) => [file.file, file])).values()];
}
