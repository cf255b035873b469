import type { Severity } from '@toolmark/annotations';
import { safeText } from '@toolmark/reach';
import type { AuditFinding, AuditReport } from '../report/report.ts';
import { type Painter, padTo, type Terminal, wrapAt, wrapText } from './terminal.ts';

const STYLES = { error: 'red', warning: 'yellow', note: 'dim' } as const satisfies Record<Severity, string>;

const INDENT = ' '.repeat(13);

/** The findings by rule. Notes take one line each unless `verbose` is set. */
export function renderFindings(
  report: AuditReport,
  terminal: Terminal,
  paint: Painter,
  verbose: boolean,
): readonly string[] {
  const lines = [...Map.groupBy(report.findings, ({ code }) => code).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const label = paint(STYLES[first.severity], padTo(first.severity, 8));
    const head = `  ${label} ${first.code} ${paint('bold', first.rule)}`;
    if (first.severity === 'note' && !verbose) return [`${head}  ${paint('dim', summary(group))}`];
    const fix = wrapText(`fix: ${first.fix}`, terminal.columns - INDENT.length);
    return [head, ...renderMessages(group, terminal), ...fix.map((line) => INDENT + paint('dim', line))];
  });
  const isCut = !verbose && report.findings.some(({ severity }) => severity === 'note');
  return isCut ? [...lines, `           ${paint('dim', '--verbose shows the notes in full')}`] : lines;
}

/** A sentence shared by many tools is printed once, with their names below. */
function renderMessages(group: readonly AuditFinding[], terminal: Terminal): readonly string[] {
  const width = terminal.columns - INDENT.length;
  // The messages of a table comparison are a stable contract, so print each one unchanged on its own line.
  if (group[0]?.code.startsWith('TM7')) return group.map(({ message }) => INDENT + safeText(message));
  return [...Map.groupBy(group, detailOf)].flatMap(([detail, findings]) => {
    const tools = findings.flatMap(({ tool }) => (tool === undefined ? [] : [safeText(tool)]));
    if (tools.length < 3) return findings.flatMap(({ message }) => hangingIndent(safeText(message), width));
    const names = wrapAt(', ', tools, width - 2);
    return [
      ...hangingIndent(safeText(`${tools.length} tools: ${detail}`), width),
      ...names.map((line) => `${INDENT}  ${line}`),
    ];
  });
}

/** The message without the name of the tool. */
function detailOf({ tool, message }: AuditFinding): string {
  const prefix = `Tool '${tool}': `;
  return message.startsWith(prefix) ? message.slice(prefix.length) : message;
}

/** Indents the lines after the first, so that the start of each message is visible. */
function hangingIndent(text: string, width: number): readonly string[] {
  return wrapText(text, width - 2).map((line, index) => `${INDENT}${index === 0 ? '' : '  '}${line}`);
}

function summary(group: readonly AuditFinding[]): string {
  const [first, ...others] = new Set(group.map(({ tool }) => tool));
  if (others.length > 0) return `${others.length + 1} tools`;
  return first === undefined ? (group[0]?.message ?? '') : safeText(first);
}
