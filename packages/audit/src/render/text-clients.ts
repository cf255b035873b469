import { CLIENTS, type ClientVerdict } from '@toolmark/annotations';
import type { AuditReport } from '../report/report.ts';
import { safeText } from './safe-text.ts';
import { cutTo, type Painter, padTo, type Terminal, widest } from './terminal.ts';

const STYLES = { runs: 'blue', asks: 'yellow', refuses: 'red' } as const satisfies Record<ClientVerdict, string>;

/** What each AI client will do with each tool: the verdicts, then what they mean and where that is known from. */
export function renderClients({ tools }: AuditReport, terminal: Terminal, paint: Painter): readonly string[] {
  if (tools.length === 0) return [];
  const names = tools.map(({ name }) => safeText(name));
  const widths = CLIENTS.map(({ name }) => Math.max(name.length, 'refuses'.length));
  const room = terminal.columns - 2 - widths.reduce((sum, width) => sum + width + 2, 0);
  const nameWidth = Math.max(12, Math.min(widest(names), room));
  const head = [padTo('TOOL', nameWidth), ...CLIENTS.map(({ name }, index) => padTo(name, widths[index] ?? 0))].join(
    '  ',
  );
  const rows = tools.map(({ clients }, row) =>
    [
      padTo(cutTo(names[row] ?? '', nameWidth), nameWidth),
      ...clients.map(({ verdict }, index) => paint(STYLES[verdict], padTo(verdict, widths[index] ?? 0))),
    ].join('  '),
  );
  return [
    `  ${paint('bold', 'What clients will do')}`,
    '',
    `  ${paint('dim', head.trimEnd())}`,
    ...rows.map((row) => `  ${row.trimEnd()}`),
    '',
    ...CLIENTS.flatMap(({ id, name, asOf, source, basis }) => [
      `  ${paint('bold', name)}  ${paint('dim', `as of ${asOf}, ${basis === 'code' ? 'read in' : 'reported by'} ${source}`)}`,
      ...explain(id, tools).map((line) => `    ${line}`),
    ]),
  ];
}

/** Each sentence once, with the tools it is true of. */
function explain(client: string, tools: AuditReport['tools']): readonly string[] {
  const toolsBySentence = new Map<string, string[]>();
  for (const { name, clients } of tools) {
    const says = clients.find((forecast) => forecast.client === client)?.says ?? '';
    toolsBySentence.set(says, [...(toolsBySentence.get(says) ?? []), name]);
  }
  return [...toolsBySentence].map(([says, names]) => {
    const which = names.length > 3 ? `${names.length} tools` : safeText(names.join(', '));
    return `${says}: ${which}`;
  });
}
