import { safeText } from '@toolmark/audit';
import type { ClientId, ClientPlace, Way } from '@toolmark/gateway';
import { shellWord } from '../text/shell-word.ts';
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
  /** Who may read the file; `undefined` where it is new, and for its owner alone. */
  readonly mode: number | undefined;
  readonly others: readonly string[];
  /** Of which the address is, where the token is for more; `undefined` for everything. */
  readonly profile: string | undefined;
  readonly target: Pick<Target, 'isRunning' | 'start'>;
  readonly platform: string;
}

/** What is worth a word before it is done. */
export function warningsOn({ place, way, mode, profile, platform }: Remarked): readonly Remark[] {
  const holdsToken = way.kind === 'http' && way.token?.kind === 'literal';
  if (!holdsToken) return [];
  const isOpen = platform !== 'win32' && mode !== undefined && (mode & 0o077) !== 0;
  return [
    ...(profile === undefined
      ? []
      : [
          warning(
            `The token in it is the gateway's own, which is for everything and not only for profile '${profile}'. To hold the client to it: toolmark tokens create ${place.client} --profile ${profile} --ceiling read | toolmark connect ${place.client} --profile ${profile} --token-stdin --yes`,
          ),
        ]),
    ...(place.scope === 'project'
      ? [
          warning(
            'The token would be committed with this file. Keep it out with --token-env TOOLMARK_TOKEN, or --stdio.',
          ),
        ]
      : []),
    ...(isOpen
      ? [
          warning(
            `The file can be read by others (mode ${mode.toString(8)}), and has the token in it: chmod 600 ${shellWord(place.file)}`,
          ),
        ]
      : []),
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
      ? [`Set ${way.token.text} where ${place.name} is started; the token is in the data folder, in the file token.`]
      : [];
  const start =
    way.kind === 'http' && !target.isRunning ? [`No gateway is running yet. Start it with: ${target.start}`] : [];
  const beside =
    place.scope === 'project' ? ['What was there before is kept beside it: do not commit *.toolmark-backup-*.'] : [];
  return [...stay, ...variable, ...beside, ...start, AFTERWARDS[client]].map((text) => ({ kind: 'note', text }));
}

const warning = (text: string): Remark => ({ kind: 'warning', text });
