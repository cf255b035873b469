import type { Severity } from '@toolmark/annotations';
import type { AuditFinding, AuditReport } from '../report/report.ts';
import { safeText } from './safe-text.ts';
import { cutTo, type Painter, padTo, type Terminal, wrapAt } from './terminal.ts';

const STYLES = { error: 'red', warning: 'yellow', note: 'dim' } as const satisfies Record<Severity, string>;

/** The findings by rule. Notes are one line each unless everything is wanted. */
export function renderFindings(
  report: AuditReport,
  terminal: Terminal,
  paint: Painter,
  verbose: boolean,
): readonly string[] {
  return [...Map.groupBy(report.findings, ({ code }) => code).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const label = paint(STYLES[first.severity], padTo(first.severity, 8));
    const head = `  ${label} ${first.code} ${paint('bold', first.rule)}`;
    if (first.severity === 'note' && !verbose) return [`${head}  ${paint('dim', summary(group, terminal))}`];
    return [
      head,
      ...renderMessages(group, terminal).map((line) => `             ${line}`),
      `             ${paint('dim', `fix: ${first.fix}`)}`,
    ];
  });
}

/** A sentence that is true of many tools stands once, with their names below. Comparisons with a table stand word for word. */
function renderMessages(group: readonly AuditFinding[], terminal: Terminal): readonly string[] {
  const toolsByDetail = new Map<string, string[]>();
  for (const { code, tool, message } of group) {
    const prefix = `Tool '${tool}': `;
    const shared = message.startsWith(prefix) && !code.startsWith('TM7');
    const detail = shared ? message.slice(prefix.length) : message;
    toolsByDetail.set(detail, [...(toolsByDetail.get(detail) ?? []), ...(shared && tool !== undefined ? [tool] : [])]);
  }
  return [...toolsByDetail].flatMap(([detail, tools]) => {
    if (tools.length === 0) return [safeText(detail)];
    if (tools.length < 3) return tools.map((tool) => safeText(`Tool '${tool}': ${detail}`));
    const names = wrapAt(', ', tools.map(safeText), Math.max(30, terminal.columns - 17));
    return [safeText(`${tools.length} tools: ${detail}`), ...names.map((line) => `  ${line}`)];
  });
}

function summary(group: readonly AuditFinding[], terminal: Terminal): string {
  const names = [...new Set(group.map(({ tool }) => tool ?? 'the server'))];
  const count = names.length === 1 ? '' : `${names.length} tools: `;
  return cutTo(`${count}${safeText(names.join(', '))}`, Math.max(20, terminal.columns - 50));
}
