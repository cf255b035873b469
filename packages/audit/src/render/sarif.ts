import { ALL_RULES, LOCK_CHECKS } from '../report/checks.ts';
import type { AuditFinding, AuditOutcome, AuditReport, IgnoredAuditFinding } from '../report/report.ts';
import { nameOf } from '../report/sum-up.ts';

export interface SarifOptions {
  readonly toolVersion: string;
  /** The file in the repository that findings refer to, because a hint has no source line in a server's response. */
  readonly anchor?: string;
}

/** The outcome as SARIF 2.1.0, one run for each server. */
export function renderSarif(outcomes: readonly AuditOutcome[], options: SarifOptions): string {
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: outcomes.map((outcome) => toRun(outcome, options)),
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

type Rule = (typeof ALL_RULES)[number];

const LOCK_CODES: ReadonlySet<string> = new Set(Object.values(LOCK_CHECKS).map(({ code }) => code));

function toRun(outcome: AuditOutcome, options: SarifOptions): object {
  // Ignored findings are included as suppressed, so that code scanning shows the decision and its reason.
  const findings = outcome.kind === 'report' ? [...outcome.report.findings, ...outcome.report.ignored] : [];
  const used = ALL_RULES.filter(({ code }) => findings.some((finding) => finding.code === code));
  return {
    tool: {
      driver: {
        name: 'toolmark',
        version: options.toolVersion,
        informationUri: 'https://modelcontextprotocol.io/specification/2026-07-28/server/tools',
        rules: used.map(toRule),
      },
    },
    automationDetails: { id: `toolmark/${outcome.kind === 'report' ? nameOf(outcome.report) : outcome.target}` },
    invocations: [toInvocation(outcome)],
    results:
      outcome.kind === 'report' ? findings.map((finding) => toResult(finding, outcome.report, used, options)) : [],
  };
}

function toRule({ code, slug, summary, why, fix }: Rule): object {
  return {
    id: code,
    name: slug,
    shortDescription: { text: summary },
    fullDescription: { text: `${summary}. ${why}` },
    help: { text: fix },
  };
}

function toResult(
  finding: AuditFinding | IgnoredAuditFinding,
  report: AuditReport,
  used: readonly Rule[],
  options: SarifOptions,
): object {
  // A difference from the lock is shown at the lock file, where it can be fixed.
  const anchor = LOCK_CODES.has(finding.code) ? report.lock : (report.table ?? options.anchor);
  const server = nameOf(report);
  const logical =
    finding.tool === undefined
      ? { name: server, kind: 'module' }
      : { name: finding.tool, fullyQualifiedName: `${server}/${finding.tool}`, kind: 'function' };
  return {
    ruleId: finding.code,
    ruleIndex: used.findIndex(({ code }) => code === finding.code),
    level: finding.severity,
    message: { text: `${finding.message}. ${finding.fix}` },
    locations: [
      {
        ...(anchor === undefined
          ? {}
          : { physicalLocation: { artifactLocation: { uri: toUri(anchor) }, region: { startLine: 1 } } }),
        logicalLocations: [logical],
      },
    ],
    ...('reason' in finding ? { suppressions: [{ kind: 'external', justification: finding.reason }] } : {}),
    // A stable identity from run to run, so that code scanning can track the finding.
    partialFingerprints: { 'toolmark/v1': `${server}/${finding.tool ?? ''}/${finding.code}/${finding.message}` },
  };
}

function toInvocation(outcome: AuditOutcome): object {
  if (outcome.kind === 'report') return { executionSuccessful: true };
  const { code, message, stderrTail } = outcome.failure;
  const text = [message, ...stderrTail].join('\n');
  return {
    executionSuccessful: false,
    toolExecutionNotifications: [{ level: 'error', descriptor: { id: code }, message: { text } }],
  };
}

const toUri = (path: string): string => path.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
