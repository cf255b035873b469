import type { FoundTool, SearchAnswer } from '@toolmark/api-contract';
import { padTo, safeText, widest, wrapText } from '@toolmark/audit';
import type { Screen } from '../gateway-client-command.ts';

const GAP = '  ';
const CLASS_STYLES = { read: 'blue', additive: 'green', destructive: 'red' } as const;

/** The tools found, best first, with parameters and description; then remarks. */
export function renderFound({ tools, notes }: SearchAnswer, screen: Screen): readonly string[] {
  const width = widest(tools.map(({ class: effective }) => effective));
  return [
    ...tools.flatMap((tool) => renderTool(tool, width, screen)),
    ...(tools.length > 0 && notes.length > 0 ? [''] : []),
    ...notes.flatMap((note) => prose(safeText(note), '', screen)),
  ];
}

function renderTool(tool: FoundTool, width: number, screen: Screen): readonly string[] {
  const { paint } = screen;
  const { class: effective, status } = tool;
  const stands = status === undefined ? '' : `${GAP}${paint('yellow', status.replace('_', ' '))}`;
  const indent = ' '.repeat(width + GAP.length);
  return [
    `${paint(CLASS_STYLES[effective], padTo(effective, width))}${GAP}${paint('bold', safeText(tool.id))}${stands}`,
    ...prose(safeText(tool.signature), indent, screen).map((line) => paint('dim', line)),
    ...(tool.description === '' ? [] : prose(safeText(tool.description), indent, screen)),
  ];
}

const prose = (text: string, indent: string, { columns }: Screen): readonly string[] =>
  wrapText(text, columns - indent.length).map((line) => `${indent}${line}`);
