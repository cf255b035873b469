import { HINT_NAMES } from '@toolmark/annotations';
import type { Tool, ToolDetail } from '@toolmark/api-contract';
import {
  padTo,
  renderClass,
  renderToolLegend,
  renderToolRows,
  type ShownTool,
  safeText,
  widest,
  wrapText,
} from '@toolmark/audit';
import type { Screen } from './gateway-client-command.ts';
import { renderSettings, renderToolMarks } from './tool-standing-text.ts';

const GAP = '  ';
/** The whole description is in the definition, which --json prints. */
const DESCRIPTION_LENGTH = 400;

const SEVERITY_STYLES = { error: 'red', warning: 'yellow', note: 'dim' } as const;
const VERDICT_STYLES = { runs: 'blue', asks: 'yellow', refuses: 'red' } as const;

/** The tools by server, like in an audit. Under its server's name each has its original name, which is shorter. */
export function renderTools(tools: readonly Tool[], screen: Screen): readonly string[] {
  if (tools.length === 0) return [`${GAP}No tools.`];
  const { paint } = screen;
  const groups = [...Map.groupBy(tools, ({ server }) => server)].flatMap(([server, own]) => [
    `${paint('bold', safeText(server))}${GAP}${paint('dim', own.length === 1 ? '1 tool' : `${own.length} tools`)}`,
    ...withMarks(own, renderToolRows(own.map(toShown), screen, paint), screen),
    '',
  ]);
  return [...groups, ...renderToolLegend(tools.map(toShown), screen, paint)];
}

/** Adds marks below tools that need attention or have an override. */
function withMarks(tools: readonly Tool[], [head = '', ...rows]: readonly string[], screen: Screen): readonly string[] {
  return [head, ...rows.flatMap((row, index) => [row, ...renderToolMarks(tools[index], screen)])];
}

/** All details of one tool. */
export function renderTool(tool: ToolDetail, screen: Screen): readonly string[] {
  const { paint } = screen;
  const title = tool.title_source === 'name' ? [] : [`${GAP}${safeText(tool.title)}`];
  const description = tool.description === null ? [] : prose(shorten(safeText(tool.description)), GAP, screen);
  return [
    `${paint('bold', safeText(`${tool.server}/${tool.name}`))}${GAP}${paint('dim', safeText(tool.exposed_name))}`,
    ...title,
    `${GAP}${renderClass(tool, paint).trimEnd()}`,
    ...description.map((line) => paint('dim', line)),
    '',
    ...renderHints(tool, screen),
    ...renderSettings(tool, screen),
    ...renderNotes('Suggestions', tool.suggestions.map(toSentence), screen),
    ...renderNotes('Changed for clients', tool.repairs, screen),
    ...renderFindings(tool, screen),
    ...renderClients(tool, screen),
    '',
    ...prose(`fingerprint  ${tool.fingerprint.hints}  ${tool.fingerprint.prose.slice(0, 12)}`, GAP, screen).map(
      (line) => paint('dim', line),
    ),
    `${GAP}${paint('dim', '--json prints the definition as its server sent it')}`,
  ];
}

const toShown = (tool: Tool): ShownTool => ({
  ...tool,
  title: tool.title_source === 'name' ? undefined : tool.title,
});

function renderHints({ hints }: ToolDetail, screen: Screen): readonly string[] {
  const { paint } = screen;
  const nameWidth = widest(HINT_NAMES);
  const sourceWidth = 'declared'.length;
  const indent = GAP.length * 4 + nameWidth + 'yes ⚑'.length + sourceWidth;
  return HINT_NAMES.flatMap((name) => {
    const { value, source, reason } = hints[name];
    const word = padTo(`${value ? 'yes' : 'no'}${source === 'inferred' ? ' ⚑' : ''}`, 'yes ⚑'.length);
    const shown = source === 'inferred' ? paint('yellow', word) : source === 'default' ? paint('dim', word) : word;
    const [first = '', ...rest] = wrapText(safeText(reason), screen.columns - indent);
    return [
      [GAP, padTo(name, nameWidth), GAP, shown, GAP, paint('dim', padTo(source, sourceWidth)), GAP, first].join(''),
      ...rest.map((line) => `${' '.repeat(indent)}${line}`),
    ];
  });
}

function renderFindings({ findings }: ToolDetail, screen: Screen): readonly string[] {
  if (findings.length === 0) return [];
  const { paint } = screen;
  return [
    ...heading('Findings', screen),
    ...findings.flatMap(({ severity, code, rule, message, fix }) => [
      `${GAP}${paint(SEVERITY_STYLES[severity], padTo(severity, 8))} ${code} ${paint('bold', rule)}`,
      ...prose(safeText(message), ' '.repeat(13), screen),
      ...prose(`fix: ${fix}`, ' '.repeat(13), screen).map((line) => paint('dim', line)),
    ]),
  ];
}

function renderClients({ clients }: ToolDetail, screen: Screen): readonly string[] {
  if (clients.length === 0) return [];
  const { paint } = screen;
  const nameWidth = widest(clients.map(({ name }) => name));
  const indent = ' '.repeat(GAP.length * 2 + nameWidth + 'refuses'.length + GAP.length);
  return [
    ...heading('Client behaviour', screen),
    ...clients.flatMap(({ name, verdict, says }) => {
      const [first = '', ...rest] = prose(safeText(says), indent, screen);
      const label = `${GAP}${padTo(name, nameWidth)}${GAP}${paint(VERDICT_STYLES[verdict], padTo(verdict, 'refuses'.length))}${GAP}`;
      return [`${label}${first.trimStart()}`, ...rest];
    }),
  ];
}

function renderNotes(title: string, texts: readonly string[], screen: Screen): readonly string[] {
  if (texts.length === 0) return [];
  return [...heading(title, screen), ...texts.flatMap((text) => prose(safeText(text), GAP, screen))];
}

const toSentence = ({ hint, value, because }: ToolDetail['suggestions'][number]): string =>
  `${hint}=${value}, because ${because}`;

const heading = (title: string, { paint }: Screen): readonly string[] => ['', `${GAP}${paint('bold', title)}`];

const prose = (text: string, indent: string, { columns }: Screen): readonly string[] =>
  wrapText(text, columns - indent.length).map((line) => `${indent}${line}`);

const shorten = (text: string): string =>
  text.length > DESCRIPTION_LENGTH ? `${text.slice(0, DESCRIPTION_LENGTH - 1)}…` : text;
