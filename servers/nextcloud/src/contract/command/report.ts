import type { ModuleName } from '../../modules/module.ts';
import type { Verdict } from '../contract.ts';

/** The outcome of a run, by tool. */
export interface ContractReport {
  readonly nextcloud: { readonly url: string; readonly version: string };
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly isInterrupted: boolean;
  readonly tools: readonly ToolReport[];
  /** Modules whose app is not installed. */
  readonly leftOut: readonly { readonly module: ModuleName; readonly app: string }[];
  /** Errors of the clean-up. */
  readonly leftBehind: readonly string[];
}

export interface ToolReport {
  readonly module: ModuleName;
  readonly tool: string;
  readonly status: 'passed' | 'failed' | 'not run';
  /** Reasons of the failure, or of the skipped cases. */
  readonly reasons: readonly string[];
  /** The number of checks. */
  readonly checks: number;
}

/** One entry for each tool, in the order of the cases; a tool without a verdict did not run. */
export function toToolReports(
  tools: readonly (readonly [module: ModuleName, tool: string])[],
  verdicts: readonly Verdict[],
): readonly ToolReport[] {
  return tools.map(([module, tool]) => {
    const own = verdicts.filter((verdict) => verdict.tool === tool);
    const checks = own.flatMap((verdict) => verdict.checks);
    const broken = checks.flatMap(({ promise, broken: why }) => (why === undefined ? [] : [`${promise}: ${why}`]));
    const notRun = own.flatMap((verdict) => verdict.notRun ?? []);
    const base = { module, tool, checks: checks.length };
    if (broken.length > 0) return { ...base, status: 'failed', reasons: broken };
    if (checks.length > 0) return { ...base, status: 'passed', reasons: notRun };
    return {
      ...base,
      status: 'not run',
      reasons: own.length === 0 ? ['The run was interrupted before this tool.'] : notRun,
    };
  });
}

/** The report as text. */
export function formatReport({ nextcloud, tools, leftOut, leftBehind, isInterrupted }: ContractReport): string {
  const width = Math.max(0, ...tools.map(({ tool }) => tool.length));
  const lines = tools.map(({ tool, status, reasons }) =>
    [`${MARKS[status]}  ${tool.padEnd(width)}  ${status}`, ...reasons.map((reason) => `      ${reason}`)].join('\n'),
  );
  const count = (status: ToolReport['status']): number => tools.filter((each) => each.status === status).length;
  return [
    `Nextcloud ${nextcloud.version} at ${nextcloud.url}`,
    '',
    ...lines,
    ...leftOut.map(({ module, app }) => `–   ${module}: left out, because the app '${app}' is not installed`),
    ...leftBehind.map((problem) => `!   could not be removed: ${problem}`),
    '',
    `${count('passed')} passed, ${count('failed')} failed, ${count('not run')} not run${isInterrupted ? '; interrupted' : ''}`,
    '',
  ].join('\n');
}

const MARKS: Readonly<Record<ToolReport['status'], string>> = { passed: 'ok', failed: 'X ', 'not run': '– ' };

export function exitCodeOf({ tools, leftBehind, isInterrupted }: ContractReport): number {
  if (isInterrupted) return 130;
  if (leftBehind.length > 0 || tools.some(({ status }) => status === 'failed')) return 1;
  return tools.some(({ status }) => status === 'passed') ? 0 : 2;
}
