import type { Check } from './run-suite.ts';

/**
 * Checks that fail in `through` but not in `direct`, one sentence each: checks turned into failures, failures in
 * additional checks, and scenarios that passed checks and now have no results. The suite reports a violated
 * recommendation as a warning or remark rather than a failure; see `weakened`.
 */
export function regressions(direct: readonly Check[], through: readonly Check[]): readonly string[] {
  const failedDirectly = new Set(direct.filter(({ status }) => status === 'FAILURE').map(({ name }) => name));
  const failures = through
    .filter(({ status, name }) => status === 'FAILURE' && !failedDirectly.has(name))
    .map(({ name, message }) => `${name}: ${message}`);
  const heard = new Set(through.filter(({ status }) => status !== 'SKIPPED').map(({ scenario }) => scenario));
  const silent = [...new Set(direct.filter(passed).map(({ scenario }) => scenario))]
    .filter((scenario) => !heard.has(scenario))
    .map((scenario) => `${scenario}: nothing was checked`);
  return [...failures, ...silent];
}

/** Checks that pass directly, but are missing or a warning in `through`. */
export function weakened(direct: readonly Check[], through: readonly Check[]): readonly string[] {
  const statusByName = new Map(through.map(({ name, status }) => [name, status]));
  return direct
    .filter((check) => passed(check) && !['SUCCESS', 'FAILURE'].includes(statusByName.get(check.name) ?? ''))
    .map(({ name }) => `${name}: ${statusByName.get(name)?.toLowerCase() ?? 'not made'}`);
}

function passed({ status }: Check): boolean {
  return status === 'SUCCESS';
}

/** `84 passed, 0 failed, 1 warning` */
export function countChecks(checks: readonly Check[]): string {
  const count = (wanted: Check['status']) => checks.filter(({ status }) => status === wanted).length;
  const warnings = count('WARNING');
  return `${count('SUCCESS')} passed, ${count('FAILURE')} failed, ${warnings} warning${warnings === 1 ? '' : 's'}`;
}
