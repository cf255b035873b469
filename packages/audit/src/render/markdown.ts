import { CLIENTS, HINT_NAMES, isDoubt } from '@toolmark/annotations';
import { safeText } from '@toolmark/reach';
import type { AuditedTool, AuditOutcome, AuditReport } from '../report/report.ts';
import { identityOf } from '../report/sum-up.ts';

/** The outcome as Markdown: for a pull request, a wiki, a release note. */
export function renderMarkdown(outcomes: readonly AuditOutcome[], options: { readonly clients: boolean }): string {
  const sections = outcomes.map((outcome) =>
    outcome.kind === 'report' ? renderReport(outcome.report, options.clients) : renderFailure(outcome),
  );
  return `${sections.flat().join('\n')}\n`;
}

function renderReport(report: AuditReport, withClients: boolean): readonly string[] {
  const { profile, protocolVersion, coverage, counts, tools, findings } = report;
  const identity = identityOf(report);
  const who = report.alias === undefined ? identity : `${report.alias}: ${identity}`;
  return [
    `## ${prose(who)}`,
    '',
    `${tools.length} tools over ${report.transport}, MCP ${prose(protocolVersion)}, profile \`${profile}\`. ` +
      `${coverage.declared} of ${coverage.total} hints declared, ${coverage.complete} of ${coverage.tools} tools complete. ` +
      `${counts.error} errors, ${counts.warning} warnings, ${counts.note} notes, ${report.ignored.length} ignored.`,
    '',
    ...row(['Tool', 'Title', 'Class', ...HINT_NAMES]),
    ...row(['---', '---', '---', ...HINT_NAMES.map(() => '---')]),
    ...tools.flatMap((tool) =>
      row([code(tool.name), prose(tool.title ?? ''), renderClass(tool), ...renderHints(tool)]),
    ),
    '',
    ...(withClients ? renderClients(tools) : []),
    ...(findings.length === 0
      ? ['No findings.', '']
      : [
          ...row(['Severity', 'Rule', 'Finding', 'Fix']),
          ...row(['---', '---', '---', '---']),
          ...findings.flatMap(({ severity, code: id, rule, message, fix }) =>
            row([severity, `${id} ${rule}`, prose(message), prose(fix)]),
          ),
          '',
        ]),
  ];
}

function renderHints({ hints }: AuditedTool): readonly string[] {
  return HINT_NAMES.map((hint) => {
    const { value, source, reason } = hints[hint];
    if (source === 'default') return `_(${value})_`;
    if (source !== 'inferred') return String(value);
    return `**${value}** (${isDoubt(reason) ? 'doubted' : 'contradicted'})`;
  });
}

const renderClass = (tool: AuditedTool): string => (tool.contradictions.length > 0 ? `**${tool.class}**` : tool.class);

function renderClients(tools: readonly AuditedTool[]): readonly string[] {
  return [
    ...row(['Tool', ...CLIENTS.map(({ name }) => name)]),
    ...row(['---', ...CLIENTS.map(() => '---')]),
    ...tools.flatMap(({ name, clients }) => row([code(name), ...clients.map(({ verdict }) => verdict)])),
    '',
    ...CLIENTS.map(({ name, asOf, source }) => `- ${name}: as of ${asOf}, from ${source}`),
    '',
  ];
}

function renderFailure({ target, failure }: Extract<AuditOutcome, { kind: 'failure' }>): readonly string[] {
  return [
    `## ${prose(target)}`,
    '',
    `Could not be audited: ${prose(failure.message)}`,
    '',
    ...(failure.stderrTail.length === 0
      ? []
      : ['```text', ...failure.stderrTail.map((line) => safeText(line).replaceAll('```', "'''")), '```', '']),
  ];
}

const row = (cells: readonly string[]): readonly string[] => [`| ${cells.join(' | ')} |`];

/** Escapes a server's text so that it cannot become a link, an image or HTML. */
function prose(text: string): string {
  const escaped = safeText(text).replaceAll(/[\\`*_[\]<>#|!&]/g, (char) => `\\${char}`);
  // URLs and names would become links and mentions even without markup; written as entities they stay text.
  return escaped
    .replaceAll('://', '&#58;//')
    .replaceAll('@', '&#64;')
    .replaceAll(/\bwww\./gi, 'www&#46;');
}
const code = (name: string): string => `\`${safeText(name).replaceAll('`', "'").replaceAll('|', '\\|')}\``;
