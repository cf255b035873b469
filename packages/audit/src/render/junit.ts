import { isAtLeast } from '@toolmark/annotations';
import type { AuditFinding, AuditOutcome, AuditReport } from '../report/report.ts';
import { nameOf } from '../report/sum-up.ts';

export interface JunitOptions {
  readonly now: Date;
}

interface TestCase {
  readonly name: string;
  readonly failure?: {
    readonly kind: 'failure' | 'error';
    readonly type: string;
    readonly message: string;
    readonly text: string;
  };
}

/** The outcome as JUnit XML: one suite for each server, one case for each tool and one for the server itself. */
export function renderJunit(outcomes: readonly AuditOutcome[], options: JunitOptions): string {
  const suites = outcomes.map((outcome, index) => renderSuite(outcome, index, options));
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suites, '</testsuites>', ''].join('\n');
}

function renderSuite(outcome: AuditOutcome, index: number, options: JunitOptions): string {
  const name = outcome.kind === 'report' ? nameOf(outcome.report) : outcome.target;
  const cases = outcome.kind === 'report' ? reportCases(outcome.report) : [failureCase(outcome)];
  const seconds = outcome.kind === 'report' ? outcome.report.durationMs / 1000 : 0;
  const count = (kind: string): number => cases.filter(({ failure }) => failure?.kind === kind).length;
  const attributes = {
    name,
    timestamp: options.now.toISOString().slice(0, 19),
    hostname: 'localhost',
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    time: seconds.toFixed(3),
    package: 'toolmark',
    id: index,
  };
  const profile = outcome.kind === 'report' ? outcome.report.profile : 'none';
  const notes = outcome.kind === 'report' ? reportNotes(outcome.report) : '';
  return [
    `  <testsuite ${toAttributes(attributes)}>`,
    `    <properties><property ${toAttributes({ name: 'profile', value: profile })}/></properties>`,
    ...cases.map((testCase) => renderCase(testCase, name)),
    `    <system-out>${escapeXml(notes)}</system-out>`,
    '    <system-err></system-err>',
    '  </testsuite>',
  ].join('\n');
}

function reportCases(report: AuditReport): readonly TestCase[] {
  const findingsByTool = Map.groupBy(report.findings, ({ tool }) => tool);
  // A stale table row has findings but no tool.
  const names = new Set<string | undefined>([...report.tools.map(({ name }) => name), ...findingsByTool.keys()]);
  names.delete(undefined);
  const caseOf = (name: string, tool: string | undefined) => toCase(name, findingsByTool.get(tool) ?? [], report);
  return [caseOf('server', undefined), ...[...names].map((name) => caseOf(`tool ${name}`, name))];
}

function toCase(name: string, findings: readonly AuditFinding[], report: AuditReport): TestCase {
  const failing = findings.filter((finding) => fails(finding, report));
  const [first] = failing;
  if (first === undefined) return { name };
  const text = failing.map(({ code, message, fix }) => `${code} ${message}\n  fix: ${fix}`).join('\n');
  const message = failing.length === 1 ? first.message : `${first.message} (and ${failing.length - 1} more)`;
  return { name, failure: { kind: 'failure', type: first.code, message, text } };
}

const fails = ({ severity }: AuditFinding, { failOn }: AuditReport): boolean =>
  failOn !== 'never' && isAtLeast(severity, failOn);

function failureCase({ failure }: Extract<AuditOutcome, { kind: 'failure' }>): TestCase {
  const text = [failure.message, ...failure.stderrTail].join('\n');
  return { name: 'connect', failure: { kind: 'error', type: failure.code, message: failure.message, text } };
}

function reportNotes(report: AuditReport): string {
  const passed = report.findings.filter((finding) => !fails(finding, report));
  return [
    ...passed.map(({ severity, code, message }) => `${severity} ${code} ${message}`),
    ...report.ignored.map(({ code, message, reason }) => `ignored ${code} ${message} (${reason})`),
  ].join('\n');
}

function renderCase({ name, failure }: TestCase, suite: string): string {
  const open = `    <testcase ${toAttributes({ name, classname: suite, time: '0' })}`;
  if (failure === undefined) return `${open}/>`;
  const { kind, type, message, text } = failure;
  return `${open}><${kind} ${toAttributes({ type, message })}>${escapeXml(text)}</${kind}></testcase>`;
}

function toAttributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escapeXml(String(value)).replaceAll(/\s+/g, ' ')}"`)
    .join(' ');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes markup and drops characters that XML 1.0 cannot represent. */
function escapeXml(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters XML forbids
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '�')
      .replaceAll(/[&<>"']/g, (char) => ENTITIES[char] ?? char)
  );
}
