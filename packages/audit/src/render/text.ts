import { stripVTControlCharacters } from 'node:util';
import { safeText } from '@toolmark/reach';
import type { AuditOutcome, AuditReport } from '../report/report.ts';
import { identityOf, verdictOf } from '../report/sum-up.ts';
import { type Painter, painter, type Terminal, wrapAt, wrapText } from './terminal.ts';
import { renderClients } from './text-clients.ts';
import { renderFindings } from './text-findings.ts';
import { renderTools } from './text-tools.ts';

export interface TextOptions extends Terminal {
  /** Whether to predict what AI clients do with each tool. */
  readonly clients: boolean;
  /** Whether to print every note in full. */
  readonly verbose: boolean;
}

/** The outcome for people at a terminal. */
export function renderText(outcomes: readonly AuditOutcome[], options: TextOptions): string {
  const paint = painter(options);
  const sections = outcomes
    .map((outcome) =>
      outcome.kind === 'report' ? renderReport(outcome.report, options, paint) : renderFailure(outcome, options, paint),
    )
    .map((lines) => `${lines.join('\n')}\n`);
  return [...sections, ...renderTotal(outcomes)].join('\n');
}

/** With several servers, a last line sums up, so that scrolling is not necessary. */
function renderTotal(outcomes: readonly AuditOutcome[]): readonly string[] {
  if (outcomes.length < 2) return [];
  const count = (test: (outcome: AuditOutcome) => boolean) => outcomes.filter(test).length;
  const clean = count((outcome) => outcome.kind === 'report' && outcome.report.passed);
  const failed = count((outcome) => outcome.kind === 'report' && !outcome.report.passed);
  const broken = count((outcome) => outcome.kind === 'failure');
  return [`${outcomes.length} servers: ${clean} passed, ${failed} with findings, ${broken} could not be audited\n`];
}

function renderReport(report: AuditReport, options: TextOptions, paint: Painter): readonly string[] {
  const findings = renderFindings(report, options, paint, options.verbose);
  return [
    ...headline(report, options, paint),
    '',
    ...(report.tools.length === 0 ? ['  No tools.'] : renderTools(report, options, paint)),
    '',
    ...(options.clients ? [...renderClients(report, options, paint), ''] : []),
    ...(findings.length > 0 ? [...findings, ''] : []),
    ...renderIgnored(report, options, paint),
    `  ${renderCoverage(report, options, paint)}`,
    `  ${renderVerdict(report, paint)}`,
  ];
}

function headline(report: AuditReport, terminal: Terminal, paint: Painter): readonly string[] {
  const { alias, transport, protocolVersion, profile, table, lock } = report;
  const identity = identityOf(report);
  const who = safeText(alias === undefined ? identity : `${alias}  ${identity}`);
  const facts = [
    transport,
    `MCP ${protocolVersion}`,
    `profile ${profile}`,
    ...(table === undefined ? [] : [`table ${table}`]),
    ...(lock === undefined ? [] : [`lock ${lock}`]),
  ];
  const [first = '', ...rest] = wrapAt('  ·  ', [who, ...facts.map(safeText)], terminal.columns);
  // The name comes first and is the only bold part.
  return [`${paint('bold', who)}${paint('dim', first.slice(who.length))}`, ...rest.map((line) => paint('dim', line))];
}

function renderCoverage({ coverage }: AuditReport, { columns }: Terminal, paint: Painter): string {
  const { tools, complete, declared, total } = coverage;
  if (total === 0) return paint('dim', 'coverage: nothing to cover');
  const share = declared / total;
  const width = columns < 100 ? 10 : 20;
  const filled = Math.round(share * width);
  const bar = '█'.repeat(filled) + paint('dim', '░'.repeat(width - filled));
  return `coverage ${bar} ${Math.floor(share * 100)} %  ${declared}/${total} hints declared, ${complete}/${tools} tools complete`;
}

function renderVerdict(report: AuditReport, paint: Painter): string {
  const { counts, passed, failOn } = report;
  const text = verdictOf(report);
  if (passed) return counts.error + counts.warning === 0 ? paint('green', `✓ ${text}`) : paint('yellow', `! ${text}`);
  const threshold =
    failOn === 'note' ? 'findings of any severity' : failOn === 'error' ? 'errors' : 'errors and warnings';
  return `${paint('red', `✗ ${text}`)}  ${paint('dim', `fails on ${threshold}`)}`;
}

/** Verbose output includes ignored findings, so that the decisions get reviewed. */
function renderIgnored({ ignored }: AuditReport, { verbose, columns }: TextOptions, paint: Painter): readonly string[] {
  if (!verbose || ignored.length === 0) return [];
  const lines = ignored.flatMap(({ code, message, reason }) =>
    wrapText(safeText(`ignored  ${code} ${message} (${reason})`), columns - 4),
  );
  return [...lines.map((line) => `  ${paint('dim', line)}`), ''];
}

function renderFailure(
  { target, failure }: Extract<AuditOutcome, { kind: 'failure' }>,
  { columns }: Terminal,
  paint: Painter,
): readonly string[] {
  // Strip colours silently from stderr: programs colour their own output, which is not an attack.
  const tail = failure.stderrTail.map((line) => `    ${safeText(stripVTControlCharacters(line))}`);
  return [
    paint('bold', safeText(target)),
    '',
    ...wrapText(safeText(failure.message), columns - 4).map(
      (line, index) => `  ${index === 0 ? paint('red', '✗') : ' '} ${line}`,
    ),
    ...(tail.length === 0 ? [] : ['', `  ${paint('dim', 'Last lines of its stderr:')}`, ...tail]),
  ];
}
