import { describe, expect, it } from 'vitest';
import { sourcesFor } from './sources.ts';

const filesOf = (platform: string, home: string, env: Record<string, string> = {}) =>
  sourcesFor({ platform, home, env }).map(({ client, file }) => `${client} ${file}`);

describe('the config files of clients', () => {
  it('on Linux', () => {
    expect(filesOf('linux', '/home/ann')).toEqual([
      'claude-desktop /home/ann/.config/Claude/claude_desktop_config.json',
      'claude-code /home/ann/.claude.json',
      'cursor /home/ann/.cursor/mcp.json',
      'vscode /home/ann/.config/Code/User/mcp.json',
      'vscode /home/ann/.config/Code/User/settings.json',
      'vscode /home/ann/.config/Code - Insiders/User/mcp.json',
      'vscode /home/ann/.config/Code - Insiders/User/settings.json',
      'windsurf /home/ann/.codeium/windsurf/mcp_config.json',
      'codex /home/ann/.codex/config.toml',
      'gemini /home/ann/.gemini/settings.json',
      'zed /home/ann/.config/zed/settings.json',
      'qwen /home/ann/.qwen/settings.json',
      'opencode /home/ann/.config/opencode/opencode.json',
      'opencode /home/ann/.config/opencode/opencode.jsonc',
      'goose /home/ann/.config/goose/config.yaml',
      'cline /home/ann/.cline/data/settings/cline_mcp_settings.json',
      'cline /home/ann/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
      'continue /home/ann/.continue/config.yaml',
      'junie /home/ann/.junie/mcp/mcp.json',
      'copilot /home/ann/.copilot/mcp-config.json',
      'amp /home/ann/.config/amp/settings.json',
      'lmstudio /home/ann/.lmstudio/mcp.json',
    ]);
  });

  it.each([
    [
      'darwin',
      '/Users/ann',
      {},
      'claude-desktop /Users/ann/Library/Application Support/Claude/claude_desktop_config.json',
    ],
    ['darwin', '/Users/ann', {}, 'vscode /Users/ann/Library/Application Support/Code/User/mcp.json'],
    ['darwin', '/Users/ann', {}, 'zed /Users/ann/.config/zed/settings.json'],
    [
      'win32',
      'C:\\Users\\ann',
      {},
      'claude-desktop C:\\Users\\ann\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
    ],
    ['win32', 'C:\\Users\\ann', { APPDATA: 'D:\\Roaming' }, 'zed D:\\Roaming\\Zed\\settings.json'],
    ['win32', 'C:\\Users\\ann', {}, 'cursor C:\\Users\\ann\\.cursor\\mcp.json'],
    ['linux', '/home/ann', { XDG_CONFIG_HOME: '/x' }, 'zed /x/zed/settings.json'],
    ['win32', 'C:\\Users\\ann', { APPDATA: 'D:\\R' }, 'goose D:\\R\\Block\\goose\\config\\config.yaml'],
    ['win32', 'C:\\Users\\ann', {}, 'opencode C:\\Users\\ann\\.config\\opencode\\opencode.json'],
    ['darwin', '/Users/ann', {}, 'goose /Users/ann/.config/goose/config.yaml'],
    ['linux', '/home/ann', { COPILOT_HOME: '/c' }, 'copilot /c/mcp-config.json'],
    ['linux', '/home/ann', { CONTINUE_GLOBAL_DIR: '/c' }, 'continue /c/config.yaml'],
    ['linux', '/home/ann', { CLINE_MCP_SETTINGS_PATH: '/c.json' }, 'cline /c.json'],
    ['linux', '/home/ann', { CODEX_HOME: '/c' }, 'codex /c/config.toml'],
    ['linux', '/home/ann', { CLAUDE_CONFIG_DIR: '/c' }, 'claude-code /c/.claude.json'],
  ])('on %s in %s with %j: %s', (platform, home, env, wanted) => {
    expect(filesOf(platform, home, env)).toContain(wanted);
  });
});
