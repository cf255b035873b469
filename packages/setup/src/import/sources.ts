import { posix, win32 } from 'node:path';

/**
 * How a client writes references to environment variables, if it expands any: `${X}`, `$X` too, `${env:X}`, `{env:X}`,
 * `${{ secrets.X }}`.
 */
export type Dialect = 'none' | 'shell' | 'shell-bare' | 'editor' | 'braces' | 'secrets';

/** The syntax of a config file. */
export type FileFormat = 'json' | 'toml' | 'yaml';

/** A server list in a client's config file. */
export interface SourceFile {
  readonly client: string;
  readonly name: string;
  readonly file: string;
  readonly format: FileFormat;
  /** The keys that lead to the servers: an object by name, or a list of objects with names. */
  readonly place: readonly string[];
  readonly dialect: Dialect;
  /** The project folder of these servers; `null` for all projects. */
  readonly project: string | null;
  /** Not reported if missing, because the client has other files too. */
  readonly isOptional: boolean;
}

/** The data of a machine that determine the locations of config files. */
export interface Machine {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

const MCP_SERVERS = ['mcpServers'];

/**
 * The user-level config files of clients on Linux, macOS and Windows. As of November 2026, from the documentation of
 * each client.
 *
 * @example
 * sourcesFor({ platform: 'linux', env: {}, home: '/home/ann' })[0].file // '/home/ann/.config/Claude/claude_desktop_config.json'
 */
export function sourcesFor({ platform, env, home }: Machine): readonly SourceFile[] {
  const { join } = platform === 'win32' ? win32 : posix;
  const appData = env['APPDATA'] ?? join(home, 'AppData', 'Roaming');
  const xdg = env['XDG_CONFIG_HOME'] ?? join(home, '.config');
  const config =
    platform === 'win32' ? appData : platform === 'darwin' ? join(home, 'Library', 'Application Support') : xdg;
  // Zed uses this folder on macOS too.
  const zed = platform === 'win32' ? join(appData, 'Zed') : join(xdg, 'zed');
  const vsCode = (folder: string, isOptional: boolean): readonly SourceFile[] => {
    const user = join(config, folder, 'User');
    const source = {
      client: 'vscode',
      name: folder === 'Code' ? 'VS Code' : 'VS Code Insiders',
      dialect: 'editor',
    } as const;
    return [
      jsonSource({ ...source, file: join(user, 'mcp.json'), place: ['servers'], isOptional }),
      jsonSource({ ...source, file: join(user, 'settings.json'), place: ['mcp', 'servers'], isOptional: true }),
    ];
  };
  return [
    jsonSource({
      client: 'claude-desktop',
      name: 'Claude Desktop',
      dialect: 'none',
      file: join(config, 'Claude', 'claude_desktop_config.json'),
    }),
    jsonSource({ ...CLAUDE_CODE, file: join(env['CLAUDE_CONFIG_DIR'] ?? home, '.claude.json') }),
    jsonSource({ client: 'cursor', name: 'Cursor', dialect: 'editor', file: join(home, '.cursor', 'mcp.json') }),
    ...vsCode('Code', false),
    ...vsCode('Code - Insiders', true),
    jsonSource({
      client: 'windsurf',
      name: 'Windsurf',
      dialect: 'editor',
      file: join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    }),
    {
      ...jsonSource({ client: 'codex', name: 'Codex', dialect: 'none', file: '' }),
      file: join(env['CODEX_HOME'] ?? join(home, '.codex'), 'config.toml'),
      format: 'toml',
      place: ['mcp_servers'],
    },
    jsonSource({
      client: 'gemini',
      name: 'Gemini CLI',
      dialect: 'shell-bare',
      file: join(home, '.gemini', 'settings.json'),
    }),
    jsonSource({
      client: 'zed',
      name: 'Zed',
      dialect: 'none',
      file: join(zed, 'settings.json'),
      place: ['context_servers'],
    }),
    jsonSource({
      client: 'qwen',
      name: 'Qwen Code',
      dialect: 'shell-bare',
      file: join(env['QWEN_HOME'] ?? join(home, '.qwen'), 'settings.json'),
    }),
    // opencode uses this folder on macOS and Windows too, and merges both files.
    ...['opencode.json', 'opencode.jsonc'].map((file, index) =>
      jsonSource({
        client: 'opencode',
        name: 'opencode',
        dialect: 'braces',
        file: join(xdg, 'opencode', file),
        place: ['mcp'],
        isOptional: index > 0,
      }),
    ),
    {
      ...jsonSource({ client: 'goose', name: 'Goose', dialect: 'shell-bare', file: '', place: ['extensions'] }),
      file:
        platform === 'win32'
          ? join(appData, 'Block', 'goose', 'config', 'config.yaml')
          : join(xdg, 'goose', 'config.yaml'),
      format: 'yaml',
    },
    jsonSource({
      client: 'cline',
      name: 'Cline',
      dialect: 'none',
      file: env['CLINE_MCP_SETTINGS_PATH'] ?? join(home, '.cline', 'data', 'settings', 'cline_mcp_settings.json'),
    }),
    jsonSource({
      client: 'cline',
      name: 'Cline in VS Code',
      dialect: 'none',
      file: join(
        ...[config, 'Code', 'User', 'globalStorage', 'saoudrizwan.claude-dev'],
        ...['settings', 'cline_mcp_settings.json'],
      ),
      isOptional: true,
    }),
    {
      ...jsonSource({ client: 'continue', name: 'Continue', dialect: 'secrets', file: '' }),
      file: join(env['CONTINUE_GLOBAL_DIR'] ?? join(home, '.continue'), 'config.yaml'),
      format: 'yaml',
    },
    jsonSource({ client: 'junie', name: 'Junie', dialect: 'none', file: join(home, '.junie', 'mcp', 'mcp.json') }),
    jsonSource({
      client: 'copilot',
      name: 'Copilot CLI',
      dialect: 'shell',
      file: join(env['COPILOT_HOME'] ?? join(home, '.copilot'), 'mcp-config.json'),
    }),
    jsonSource({
      client: 'amp',
      name: 'Amp',
      dialect: 'shell',
      file: join(home, '.config', 'amp', 'settings.json'),
      place: ['amp.mcpServers'],
    }),
    jsonSource({ client: 'lmstudio', name: 'LM Studio', dialect: 'none', file: join(home, '.lmstudio', 'mcp.json') }),
  ];
}

const CLAUDE_CODE = { client: 'claude-code', name: 'Claude Code', dialect: 'shell' } as const;

/** A limit on the projects that are searched. */
const MAX_PROJECTS = 500;

/**
 * The servers of single projects: Claude Code lists the folders where it was started, with servers for each, and reads
 * `.mcp.json` there.
 */
export function projectSources(
  claude: SourceFile,
  projects: readonly string[],
  platform: string,
): readonly SourceFile[] {
  const { join, isAbsolute } = platform === 'win32' ? win32 : posix;
  return projects
    .filter((project) => isAbsolute(project))
    .slice(0, MAX_PROJECTS)
    .flatMap((project) => [
      { ...claude, place: ['projects', project, 'mcpServers'], project, isOptional: true },
      { ...claude, file: join(project, '.mcp.json'), project, isOptional: true },
    ]);
}

type JsonSource = Pick<SourceFile, 'client' | 'name' | 'file' | 'dialect'> &
  Partial<Pick<SourceFile, 'place' | 'isOptional'>>;

const jsonSource = (source: JsonSource): SourceFile => ({
  format: 'json',
  place: MCP_SERVERS,
  project: null,
  isOptional: false,
  ...source,
});
