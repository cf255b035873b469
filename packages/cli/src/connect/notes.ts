import { safeText } from '@toolmark/audit';
import type { ClientId, ClientPlace, Way } from '@toolmark/gateway';
import type { Target } from './target.ts';

/** What to do besides, once Toolmark is in a client's file. */
const AFTERWARDS: Readonly<Record<ClientId, string>> = {
  'claude-code': 'Start Claude Code anew, or look with /mcp.',
  'claude-desktop': 'Quit Claude Desktop and start it again; closing its window is not enough.',
  cursor: 'Cursor asks or shows it under Settings, MCP; switch it on there if it is off.',
  vscode: 'VS Code takes it up by itself; start it with the command MCP: List Servers.',
  windsurf: 'Refresh the servers in Windsurf: Settings, Cascade, MCP Servers.',
  codex: 'Start Codex anew, or look with /mcp.',
  gemini: 'Start Gemini CLI anew, or look with /mcp.',
  zed: 'Zed takes it up by itself; see the settings of its agent panel.',
};

/** What somebody should know about a file with Toolmark in it. */
export interface Remark {
  readonly kind: 'warning' | 'note';
  readonly text: string;
}

export interface Remarked {
  readonly place: ClientPlace;
  readonly way: Way;
  /** Others can read the file now, and will no longer. */
  readonly isTightened: boolean;
  readonly others: readonly string[];
  /** A new token is created for it. */
  readonly needsToken: boolean;
  readonly target: Pick<Target, 'client' | 'start'>;
}

/** What is worth a word before it is done. */
export function warningsOn({ place, way, isTightened, needsToken }: Remarked): readonly Remark[] {
  const holdsToken = way.kind === 'stdio' ? way.token !== undefined : way.token?.kind === 'literal';
  if (!holdsToken) return [];
  return [
    ...(needsToken ? [{ kind: 'note', text: `A token named after ${place.name} is created for it.` } as const] : []),
    ...(place.scope === 'project'
      ? [warning('The token would be committed with this file. Keep it out with --token-env TOOLMARK_TOKEN.')]
      : []),
    ...(isTightened ? [warning('Others can read this file. As it gets a token, only you will (mode 600).')] : []),
  ];
}

/** What is worth a word afterwards. */
export function notesOn({ place, way, others, target }: Remarked): readonly Remark[] {
  const { client } = place;
  const stay =
    others.length === 0
      ? []
      : [
          `${others.length === 1 ? 'Its other server is' : 'Its other servers are'} still there: ${others.map(safeText).join(', ')}. ` +
            `To have them through Toolmark: toolmark import --from ${client}, then take them out of its file.`,
        ];
  const variable =
    way.kind === 'http' && way.token?.kind === 'variable'
      ? [
          `Set ${way.token.text} where ${place.name} is started, to what this prints: toolmark tokens create ${client} --ceiling destructive`,
        ]
      : [];
  const start =
    way.kind === 'http' && target.client === undefined
      ? [`No gateway is running yet. Start it with: ${target.start}`]
      : [];
  const beside =
    place.scope === 'project' ? ['What was there before is kept beside it: do not commit *.toolmark-backup-*.'] : [];
  return [...stay, ...variable, ...beside, ...start, AFTERWARDS[client]].map((text) => ({ kind: 'note', text }));
}

const warning = (text: string): Remark => ({ kind: 'warning', text });
