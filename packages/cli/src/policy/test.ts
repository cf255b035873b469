import { join, resolve } from 'node:path';
import type { Result } from '@toolmark/annotations';
import type { CallDecision } from '@toolmark/api-contract';
import { safeText, wrapText } from '@toolmark/audit';
import { dataDirOf } from '../data-dir.ts';
import { type AskOptions, type Screen, screenOf } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { plural } from '../text/amounts.ts';

export interface TestOptions extends Pick<AskOptions, 'json' | 'color' | 'data'> {
  readonly config?: string;
}

/** The outcome of one case. */
export interface CaseOutcome {
  readonly name: string;
  readonly ok: boolean;
  readonly expected: string;
  readonly got: CallDecision | null;
  /** Why there is no decision. */
  readonly problem: string | null;
}

/** Reads cases and config, and decides each case. */
export type RunCases = (
  options: Pick<Io, 'env' | 'self'> & { readonly file: string; readonly configFile: string },
) => Promise<Result<readonly CaseOutcome[], string>>;

/** `toolmark policy test`: checks whether a policy decides each case as expected. */
export async function testPolicy(file: string, options: TestOptions, io: Io, runCases: RunCases): Promise<ExitCode> {
  const { config, data } = options;
  const configFile = config === undefined ? join(dataDirOf(data, io), 'toolmark.json') : resolve(io.cwd, config);
  const ran = await runCases({ file: resolve(io.cwd, file), configFile, env: io.env, self: io.self });
  if (io.signal.aborted) {
    io.stderr.write('Interrupted.\n');
    return EXIT.interrupted;
  }
  if (!ran.ok) {
    io.stderr.write(`${ran.error}\n`);
    return EXIT.couldNotRun;
  }
  const cases = ran.value;
  if (cases.length === 0) {
    // CI without cases would be green forever.
    io.stderr.write(`${file} has no cases.\n`);
    return EXIT.couldNotRun;
  }
  const isOk = cases.every((outcome) => outcome.ok);
  if (options.json) io.stdout.write(`${JSON.stringify({ ok: isOk, cases }, null, 2)}\n`);
  else io.stdout.write(`${renderCases(cases, screenOf(options, io)).join('\n')}\n`);
  return isOk ? EXIT.clean : EXIT.findings;
}

function renderCases(cases: readonly CaseOutcome[], screen: Screen): readonly string[] {
  const { paint } = screen;
  const failed = cases.filter(({ ok }) => !ok).length;
  const passed = `${plural(cases.length - failed, 'case')} passed`;
  return [
    ...cases.flatMap((outcome) => renderCase(outcome, screen)),
    '',
    failed === 0 ? paint('green', `${passed}.`) : `${paint('red', `${failed} failed`)}, ${passed}.`,
  ];
}

function renderCase({ name, ok, expected, got, problem }: CaseOutcome, { paint, columns }: Screen): readonly string[] {
  if (ok) return [`${paint('green', '✓')} ${safeText(name)}`];
  const lines = [
    `expected ${expected}`,
    ...(got === null ? [] : [`got      ${got.kind} (${got.rule}): ${got.reason}`]),
    // If there is a decision, both lines already show the problem.
    ...(got !== null || problem === null ? [] : [problem]),
  ];
  return [
    `${paint('red', '✗')} ${paint('bold', safeText(name))}`,
    ...lines.flatMap((line) => wrapText(safeText(line), columns - 4)).map((line) => `    ${line}`),
  ];
}
