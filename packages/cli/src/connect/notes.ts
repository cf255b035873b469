import { safeText } from '@toolmark/audit';
import type { ClientId, ClientPlace, Way } from '@toolmark/setup';
import type { Target } from './target.ts';

/** The remaining steps in the client. */
const NEXT_STEPS: Readonly<Record<ClientId, string>> = {
  'claude-code': 'Restart Claude Code, or check with /mcp.',
  'claude-desktop': 'Quit Claude Desktop and start it again; closing its window is not enough.',
  cursor: 'Cursor asks, or lists it under Settings, MCP; turn it on there if it is off.',
  vscode: 'VS Code loads it by itself; start it with the command MCP: List Servers.',
  windsurf: 'Refresh the servers in Windsurf: Settings, Cascade, MCP Servers.',
  codex: 'Restart Codex, or check with /mcp.',
  gemini: 'Restart Gemini CLI, or check with /mcp.',
  zed: 'Zed loads it by itself; see the settings of its agent panel.',
  qwen: 'Restart Qwen Code, or check with: qwen mcp list',
  opencode: 'Restart opencode, or check with: opencode mcp list',
  goose: 'Start a new session of Goose.',
  cline: 'Restart Cline, or look at its MCP servers in the editor.',
  continue: 'Restart Continue; its agent mode lists the tools.',
  junie: 'Look under Settings, Tools, Junie, MCP Settings, or restart the Junie CLI.',
  copilot: 'Restart Copilot CLI, or check with /mcp show.',
  amp: 'Restart Amp, or check with: amp mcp list',
  lmstudio: 'Turn it on in LM Studio: Program, Install, Edit mcp.json.',
};

/** A warning or note about a config file. */
export interface Remark {
  readonly kind: 'warning' | 'note';
  readonly text: string;
}

export interface Remarked {
  readonly place: ClientPlace;
  readonly way: Way;
  /** Others can read the file now, and will not be able to afterwards. */
  readonly isTightened: boolean;
  readonly others: readonly string[];
  /** A new token is created for it. */
  readonly needsToken: boolean;
  readonly target: Pick<Target, 'client' | 'start'>;
}

/** Warnings before the change. */
export function warningsOn({ place, way, isTightened, needsToken }: Remarked): readonly Remark[] {
  const holdsToken = way.kind === 'stdio' ? way.token !== undefined : way.token?.kind === 'literal';
  if (!holdsToken) return [];
  return [
    ...(needsToken ? [{ kind: 'note', text: `A token named after ${place.name} is created for it.` } as const] : []),
    ...(place.scope === 'project'
      ? [warning('The token would be committed with this file. Avoid that with --token-env TOOLMARK_TOKEN.')]
      : []),
    ...(isTightened ? [warning('Others can read this file. With a token in it, only you will (mode 600).')] : []),
  ];
}

/** Notes after the change. */
export function notesOn({ place, way, others, target }: Remarked): readonly Remark[] {
  const { client } = place;
  const stay =
    others.length === 0
      ? []
      : [
          `${others.length === 1 ? 'Its other server is' : 'Its other servers are'} still there: ${others.map(safeText).join(', ')}. ` +
            `To use them through Toolmark: toolmark import --from ${client}, then remove them from its file.`,
        ];
  const variable =
    way.kind === 'http' && way.token?.kind === 'variable'
      ? [
          `Set ${way.token.text} in the environment of ${place.name} to the output of: toolmark tokens create ${client} --ceiling destructive`,
        ]
      : [];
  const start =
    way.kind === 'http' && target.client === undefined
      ? [`No gateway is running yet. Start it with: ${target.start}`]
      : [];
  const beside = place.scope === 'project' ? ['The backup is kept next to it: do not commit *.toolmark-backup-*.'] : [];
  return [...stay, ...variable, ...beside, ...start, NEXT_STEPS[client]].map((text) => ({ kind: 'note', text }));
}

const warning = (text: string): Remark => ({ kind: 'warning', text });
