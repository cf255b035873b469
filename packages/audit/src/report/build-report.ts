import {
  compareLock,
  compareTable,
  HINT_NAMES,
  type IgnoredFinding,
  ignoreMatcher,
  isAtLeast,
  lint,
  type PrintedTool,
  type ProfileName,
  predictClients,
  readAnnotations,
  resolve,
  SEVERITIES,
  type ServerPins,
  type Severity,
  type Table,
  type ToolDefinition,
} from '@toolmark/annotations';
import type { Inspection } from '../connect/inspection.ts';
import { type AuditCheck, LOCK_CHECKS, STALE_IGNORE, TABLE_CHECKS, WIRE_CHECKS } from './checks.ts';
import type { AuditedTool, AuditFinding, AuditReport, Coverage, IgnoredAuditFinding } from './report.ts';

export interface ReportOptions {
  /** The readable name of the audited target. */
  readonly target: string;
  /** The server's name in the project. */
  readonly alias?: string;
  readonly profile?: ProfileName;
  readonly table?: { readonly name: string; readonly table: Table };
  /** The pins of the tools, and their current prints. Without pins no tool is reported as new. */
  readonly lock?: {
    readonly name: string;
    readonly pins: ServerPins | undefined;
    readonly prints: readonly PrintedTool[];
  };
  /** Ignore entries for findings of any kind: lint, table, lock or wire. */
  readonly ignore?: readonly IgnoredFinding[];
  /** `warning` by default. */
  readonly failOn?: Severity | 'never';
}

/** Checks the result of an inspection and summarizes it. Pure: the same inspection always gives the same report. */
export function buildReport(inspection: Inspection, options: ReportOptions): AuditReport {
  const { profile = 'spec', table, lock, ignore = [], failOn = 'warning' } = options;
  const { tools } = inspection;
  const found: readonly AuditFinding[] = [
    ...inspection.problems.map(({ kind, message }) => toFinding(WIRE_CHECKS[kind], message)),
    ...(table === undefined ? [] : compareTable(tools, table.table)).map(({ kind, message, tool }) => ({
      ...toFinding(TABLE_CHECKS[kind], message),
      tool,
    })),
    ...(lock?.pins === undefined ? [] : compareLock(lock.pins, lock.prints)).map(({ kind, message, tool }) => ({
      ...toFinding(LOCK_CHECKS[kind], message),
      tool,
    })),
    ...lint(tools, { profile }),
  ];
  const { findings, ignored } = separateIgnored(found, ignore);
  return {
    target: options.target,
    alias: options.alias,
    server: inspection.server,
    protocolVersion: inspection.protocolVersion,
    transport: inspection.transport,
    profile,
    table: table?.name,
    lock: lock?.name,
    tools: tools.map(auditTool),
    findings: findings.toSorted(byGravity),
    ignored,
    coverage: coverageOf(tools),
    counts: countBySeverity(findings),
    failOn,
    passed: failOn === 'never' || !findings.some(({ severity }) => isAtLeast(severity, failOn)),
    durationMs: Math.round(inspection.durationMs),
  };
}

/** Separates ignored findings, and reports ignore entries that match nothing. */
function separateIgnored(
  found: readonly AuditFinding[],
  ignore: readonly IgnoredFinding[],
): Pick<AuditReport, 'findings' | 'ignored'> {
  const ignoredBy = ignoreMatcher(ignore);
  const used = new Set<IgnoredFinding>();
  const findings: AuditFinding[] = [];
  const ignored: IgnoredAuditFinding[] = [];
  for (const finding of found) {
    const decision = ignoredBy(finding);
    if (decision === undefined) findings.push(finding);
    else {
      used.add(decision);
      ignored.push({ ...finding, reason: decision.reason });
    }
  }
  const stale = ignore.filter((entry) => !used.has(entry)).map(toStaleFinding);
  return { findings: [...findings, ...stale], ignored };
}

function toStaleFinding({ code, tool }: IgnoredFinding): AuditFinding {
  const where = tool === undefined ? '' : ` for '${tool}'`;
  return toFinding(STALE_IGNORE, `${code} is ignored${where}, but there is no such finding`);
}

function toFinding({ code, slug, severity, fix }: AuditCheck, message: string): AuditFinding {
  return { code, rule: slug, severity, message, fix };
}

function auditTool(tool: ToolDefinition): AuditedTool {
  const { title, class: toolClass, hints, contradictions, suggestions } = resolve(tool);
  return {
    name: tool.name,
    title: title.source === 'name' ? undefined : title.value,
    class: toolClass,
    hints,
    annotations: tool.annotations,
    contradictions,
    suggestions,
    clients: predictClients(tool),
  };
}

/** The proportion of hints that the tools declare. */
export function coverageOf(tools: readonly ToolDefinition[]): Coverage {
  const byHint = { readOnlyHint: 0, destructiveHint: 0, idempotentHint: 0, openWorldHint: 0 };
  let complete = 0;
  for (const tool of tools) {
    const { hints } = readAnnotations(tool);
    const declared = HINT_NAMES.filter((hint) => hints[hint] !== undefined);
    for (const hint of declared) byHint[hint]++;
    if (declared.length === HINT_NAMES.length) complete++;
  }
  const declared = HINT_NAMES.reduce((sum, hint) => sum + byHint[hint], 0);
  return { tools: tools.length, complete, declared, total: tools.length * HINT_NAMES.length, byHint };
}

function byGravity(a: AuditFinding, b: AuditFinding): number {
  const gravity = SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
  return gravity === 0 ? a.code.localeCompare(b.code, 'en') : gravity;
}

function countBySeverity(findings: readonly AuditFinding[]): Record<Severity, number> {
  const counts = { error: 0, warning: 0, note: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}
