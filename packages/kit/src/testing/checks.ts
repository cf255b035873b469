import {
  compareTable,
  HINT_NAMES,
  type IgnoredFinding,
  ignoreMatcher,
  isAtLeast,
  LINT_RULES,
  lint,
  type ProfileName,
  type Severity,
  type Table,
  type TableRow,
  tableRows,
} from '@toolmark/annotations';
import { type Inspection, WIRE_CHECKS } from '@toolmark/audit';

/** One test: its name and the problems it finds. It passes without problems. */
export interface Check {
  readonly name: string;
  readonly problems: (inspection: Inspection) => readonly string[];
}

/** One test for each property in the table, and two for tools and rows without a counterpart. */
export function tableChecks(table: Table): readonly Check[] {
  const unmatchedChecks = (kind: 'uncovered' | 'stale') => (inspection: Inspection) =>
    compareTable(inspection.tools, table)
      .filter((mismatch) => mismatch.kind === kind)
      .map(({ message }) => message);
  return [
    ...tableRows(table).flatMap(rowChecks),
    { name: 'every registered tool is in the table', problems: unmatchedChecks('uncovered') },
    { name: 'every tool in the table is registered', problems: unmatchedChecks('stale') },
  ];
}

function rowChecks(row: TableRow): readonly Check[] {
  return (['title', ...HINT_NAMES] as const)
    .filter((property) => row[property] !== undefined)
    .map((property) => ({
      name: `${row.name}: ${property} is ${row[property] ?? 'absent'}`,
      problems: ({ tools }) => {
        const named = tools.filter(({ name }) => name === row.name);
        // Skip a missing tool: it has its own test.
        return compareTable(named, { groups: [{ rows: [row] }] })
          .filter((mismatch) => mismatch.kind === 'stale' || mismatch.property === property)
          .map(({ message }) => message);
      },
    }));
}

export interface LintSettings {
  readonly profile: ProfileName;
  readonly ignore: readonly IgnoredFinding[];
  readonly failOn: Severity;
}

/** One test for each rule that can fail in this profile. */
export function lintChecks({ profile, ignore, failOn }: LintSettings): readonly Check[] {
  return LINT_RULES.filter(({ severity }) => matters(severity[profile], failOn)).map(({ code, summary }) => ({
    name: `${code} ${summary}`,
    problems: ({ tools }) =>
      lint(tools, { profile, ignore })
        .filter((finding) => finding.code === code)
        .map(({ message }) => `${code} ${message}`),
  }));
}

/** The problems of the wire. Without this test, a tool too broken to be listed would appear in no test. */
export function wireChecks({ ignore, failOn }: LintSettings): readonly Check[] {
  const isIgnored = ignoreMatcher(ignore);
  return [
    {
      name: 'the server speaks MCP cleanly',
      problems: ({ problems }) =>
        problems.flatMap(({ kind, message }) => {
          const { code, severity } = WIRE_CHECKS[kind];
          return matters(severity, failOn) && !isIgnored({ code }) ? [`${code} ${message}`] : [];
        }),
    },
  ];
}

function matters(severity: Severity | 'off', failOn: Severity): boolean {
  return severity !== 'off' && isAtLeast(severity, failOn);
}
