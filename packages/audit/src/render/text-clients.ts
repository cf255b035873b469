import { CLIENTS, type ClientVerdict } from '@toolmark/annotations';
import { safeText } from '@toolmark/reach';
import type { AuditedTool, AuditReport } from '../report/report.ts';
import { cutTo, maxWidth, type Painter, padTo, type Terminal, wrapText } from './terminal.ts';

const STYLES = { runs: 'blue', asks: 'yellow', refuses: 'red' } as const satisfies Record<ClientVerdict, string>;

/** Narrower columns leave no room for names beside the verdicts; the sentences below name the tools as well. */
const MIN_NAME_WIDTH = 16;

/** A prediction for each AI client and tool: the verdicts, then their explanation and source. */
export function renderClients({ tools }: AuditReport, terminal: Terminal, paint: Painter): readonly string[] {
  if (tools.length === 0) return [];
  const verdicts = renderVerdicts(tools, terminal, paint);
  return [
    `  ${paint('bold', 'What clients will do')}`,
    '',
    ...(verdicts.length > 0 ? [...verdicts, ''] : []),
    ...CLIENTS.flatMap(({ id, name, asOf, source, basis }) => [
      `  ${paint('bold', name)}`,
      // If the verdicts are shown above, a count replaces a long list of names.
      ...explain(id, tools, terminal, verdicts.length > 0 ? 3 : tools.length),
      ...indented(`as of ${asOf}, ${basis === 'code' ? 'read in' : 'reported by'} ${source}`, terminal).map((line) =>
        paint('dim', line),
      ),
    ]),
  ];
}

function renderVerdicts(tools: AuditReport['tools'], terminal: Terminal, paint: Painter): readonly string[] {
  const names = tools.map(markedName);
  const widths = CLIENTS.map(({ name }) => Math.max(name.length, 'refuses'.length));
  const room = terminal.columns - 2 - widths.reduce((sum, width) => sum + width + 2, 0);
  const needed = maxWidth(names);
  if (room < Math.min(needed, MIN_NAME_WIDTH)) return [];
  const nameWidth = Math.min(needed, room);
  const line = (cells: readonly string[]): string => `  ${cells.join('  ').trimEnd()}`;
  const head = [padTo('TOOL', nameWidth), ...CLIENTS.map(({ name }, index) => padTo(name, widths[index] ?? 0))];
  const rows = tools.map(({ clients }, row) =>
    line([
      padTo(cutTo(names[row] ?? '', nameWidth), nameWidth),
      ...clients.map(({ verdict }, index) => paint(STYLES[verdict], padTo(verdict, widths[index] ?? 0))),
    ]),
  );
  return [paint('dim', line(head)), ...rows];
}

/** Mark tools that contradict their hints: clients act on the hints. */
const markedName = ({ name, contradictions }: AuditedTool): string =>
  `${safeText(name)}${contradictions.length > 0 ? ' ⚑' : ''}`;

/** Each sentence once, with the tools that it applies to. */
function explain(
  client: string,
  tools: AuditReport['tools'],
  terminal: Terminal,
  mostNames: number,
): readonly string[] {
  const predictionFor = ({ clients }: AuditReport['tools'][number]): string =>
    clients.find((forecast) => forecast.client === client)?.says ?? '';
  return [...Map.groupBy(tools, predictionFor)].flatMap(([says, those]) => {
    const which = those.length > mostNames ? `${those.length} tools` : those.map(markedName).join(', ');
    return indented(`${says}: ${which}`, terminal);
  });
}

const indented = (text: string, { columns }: Terminal): readonly string[] =>
  wrapText(text, columns - 6).map((line, index) => `${index === 0 ? '    ' : '      '}${line}`);
