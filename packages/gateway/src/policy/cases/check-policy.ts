import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { err, ok, type Problem, type Result, toMessage } from '@toolmark/annotations';
import type { CallDecision } from '@toolmark/api-contract';
import { type ConfigSource, readConfig } from '@toolmark/config';
import type { CaseOutcome } from './cases.ts';
import { parseCases } from './parse-cases.ts';
import { runCases } from './run-cases.ts';

/** The outcome of one case. */
export interface PolicyCaseOutcome {
  readonly name: string;
  readonly ok: boolean;
  /** `ask`, or `ask by 'no deletes'`. */
  readonly expected: string;
  /** `null` if there is no such tool. */
  readonly got: CallDecision | null;
  /** One sentence if it failed. */
  readonly problem: string | null;
}

export interface PolicyCasesOptions extends Omit<ConfigSource, 'transparent'> {
  /** The file with the cases. */
  readonly file: string;
}

/** Runs a file of cases against the policy of a config, without a gateway. On failure, returns readable lines. */
export async function runPolicyCases(
  options: PolicyCasesOptions,
): Promise<Result<readonly PolicyCaseOutcome[], string>> {
  const { file } = options;
  const loaded = await readConfig(options);
  if (!loaded.ok) return loaded;
  const json = await readJsonFrom(file);
  if (!json.ok) return json;
  const cases = parseCases(json.value, (path) => JSON.parse(readFileSync(resolve(dirname(file), path), 'utf8')));
  if (!cases.ok) return err([`${file} cannot be used:`, ...cases.error.map(toLine)].join('\n'));
  return ok(runCases(cases.value, loaded.value.config).map(toOutcome));
}

async function readJsonFrom(file: string): Promise<Result<unknown, string>> {
  try {
    return ok(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    return err(`${file} cannot be read: ${toMessage(error)}`);
  }
}

const toLine = ({ path, message }: Problem): string => `  ${path}: ${message}`;

function toOutcome({ name, passed, expected, actual, message }: CaseOutcome): PolicyCaseOutcome {
  const { decision, rule } = expected;
  return {
    name,
    ok: passed,
    expected: rule === undefined ? decision : `${decision} by '${rule}'`,
    got: actual ?? null,
    problem: passed ? null : message,
  };
}
