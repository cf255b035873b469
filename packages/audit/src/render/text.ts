import { stripVTControlCharacters } from 'node:util';
import type { AuditOutcome, AuditReport } from '../report/report.ts';
import { safeText } from './safe-text.ts';
import { type Painter, painter, type Terminal } from './terminal.ts';
import { renderClients } from './text-clients.ts';
import { renderFindings } from './text-findings.ts';
import { renderTools } from './text-tools.ts';

export interface TextOptions extends Terminal {
  /** Also say what AI clients will do with each tool. */
  readonly clients: boolean;
  /** Every note in full. */
  readonly verbose: boolean;
}

/** The outcome for a person at a terminal. */
export function renderText(outcomes: readonly AuditOutcome[], options: TextOptions): string {
  const paint = painter(options);
  return outcomes
    .map((outcome) =>
      outcome.kind === 'report' ? renderReport(outcome.report, options, paint) : renderFailure(outcome, paint),
    )
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

function renderReport(report: AuditReport, options: TextOptions, paint: Painter): readonly string[] {
  const findings = renderFindings(report, options, paint, options.verbose);
  return [
    headline(report, paint),
    '',
    ...(report.tools.length === 0 ? ['  No tools.'] : renderTools(report, options, paint)),
    '',
    ...(options.clients ? [...renderClients(report, options, paint), ''] : []),
    ...(findings.length > 0 ? [...findings, ''] : []),
    `  ${renderCoverage(report, paint)}`,
    `  ${renderVerdict(report, paint)}`,
  ];
}

function headline({ server, target, transport, protocolVersion, profile, table }: AuditReport, paint: Painter): string {
  const who = server === undefined ? target : `${server.name} ${server.version}`;
  const facts = [
    transport,
    `MCP ${protocolVersion}`,
    `profile ${profile}`,
    ...(table === undefined ? [] : [`table ${table}`]),
  ];
  return `${paint('bold', safeText(who))}  ${paint('dim', safeText(facts.join('  ·  ')))}`;
}

const BAR_WIDTH = 20;

function renderCoverage({ coverage }: AuditReport, paint: Painter): string {
  const { tools, complete, declared, total } = coverage;
  if (total === 0) return paint('dim', 'coverage: nothing to cover');
  const share = declared / total;
  const filled = Math.round(share * BAR_WIDTH);
  const bar = '█'.repeat(filled) + paint('dim', '░'.repeat(BAR_WIDTH - filled));
  return `coverage ${bar} ${Math.floor(share * 100)} %  ${declared}/${total} hints declared, ${complete}/${tools} tools complete`;
}

function renderVerdict({ counts, passed, failOn }: AuditReport, paint: Painter): string {
  const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
  const text = `${plural(counts.error, 'error')}, ${plural(counts.warning, 'warning')}, ${plural(counts.note, 'note')}`;
  if (passed) return counts.error + counts.warning === 0 ? paint('green', `✓ ${text}`) : paint('yellow', `! ${text}`);
  const threshold =
    failOn === 'note' ? 'findings of any severity' : failOn === 'error' ? 'errors' : 'errors and warnings';
  return `${paint('red', `✗ ${text}`)}  ${paint('dim', `fails on ${threshold}`)}`;
}

function renderFailure(
  { target, failure }: Extract<AuditOutcome, { kind: 'failure' }>,
  paint: Painter,
): readonly string[] {
  // Programs colour their own stderr; that is decoration, not an attack.
  const tail = failure.stderrTail.map((line) => `    ${safeText(stripVTControlCharacters(line))}`);
  return [
    paint('bold', safeText(target)),
    '',
    `  ${paint('red', '✗')} ${safeText(failure.message)}`,
    ...(tail.length === 0 ? [] : ['', `  ${paint('dim', 'The last lines on its stderr:')}`, ...tail]),
  ];
}
