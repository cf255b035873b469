import type { HintName } from '@toolmark/annotations';
import { cutTo, padTo, painter, safeText, widest } from '@toolmark/audit';
import { type HintVerdict, isAccusation, type Verdict, type Verification, type VerifiedTool } from '@toolmark/verify';
import { describeRung } from './verify-doctor.ts';

export interface ShownVerification {
  readonly name: string;
  readonly verification: Verification;
  readonly isQuick: boolean;
  readonly verbose: boolean;
  readonly columns: number;
  readonly color: boolean;
  readonly now: Date;
  readonly version: string;
}

/** The claims in words: each verdict is about the value that lets a client do more. */
export const CLAIMS: Readonly<Record<HintName, string>> = {
  readOnlyHint: 'reads only',
  destructiveHint: 'destroys nothing',
  idempotentHint: 'idempotent',
  openWorldHint: 'closed world',
};

const MARKS: Readonly<Record<Verdict, string>> = {
  refuted: '✗',
  held: '✓',
  unclear: '?',
  unstable: '~',
  blocked: '□',
  'not-exercised': '–',
  'not-tested': '·',
};

/** The sandbox first, then a line for each tool, then every refuted claim with the call that refutes it. */
export function renderText(shown: ShownVerification): string {
  const { name, verification, isQuick, verbose } = shown;
  const paint = painter(shown);
  const { tools } = verification;
  const width = Math.min(40, widest(tools.map((tool) => safeText(tool.name))));
  const lines = [
    `${safeText(name)}  ${describeRung(verification)}`,
    ...(isQuick ? [paint('yellow', 'quick: nothing was confirmed, so nothing here is proven')] : []),
    '',
    ...tools.flatMap((tool) => [
      `${paint(hasAccusation(tool) ? 'red' : 'reset', padTo(cutTo(safeText(tool.name), width), width))}  ${tool.verdicts
        .map((verdict) => paintVerdict(verdict, paint))
        .join('  ')}`,
      ...tool.verdicts
        .filter((verdict) => verbose || isAccusation(verdict))
        .flatMap((verdict) => detailsOf(verdict).map((line) => paint(isAccusation(verdict) ? 'red' : 'dim', line))),
    ]),
    '',
    `${Object.entries(MARKS)
      .map(([verdict, mark]) => `${mark} ${verdict}`)
      .join('  ')}`,
    summarize(verification),
  ];
  return `${lines.join('\n')}\n`;
}

function paintVerdict(verdict: HintVerdict, paint: ReturnType<typeof painter>): string {
  const text = `${MARKS[verdict.verdict]} ${CLAIMS[verdict.hint]}`;
  if (isAccusation(verdict)) return paint('red', text);
  return paint(verdict.verdict === 'held' ? 'green' : 'dim', text);
}

function detailsOf(verdict: HintVerdict): readonly string[] {
  const { hint, claim, declared, because, counterexample } = verdict;
  const said = declared === undefined ? 'not declared' : `declared ${declared}`;
  const head = `    ${hint}=${claim} (${said}): ${verdict.verdict}, ${because}`;
  const steps = (counterexample?.steps ?? []).map((step) => `      ${step.call} ${JSON.stringify(step.arguments)}`);
  // Never cut: a path or an argument is what a person needs.
  return [head, ...steps].map(safeText);
}

function hasAccusation({ verdicts }: VerifiedTool): boolean {
  return verdicts.some(isAccusation);
}

/** One sentence on the whole server. */
export function summarize({ tools, durationMs }: Pick<Verification, 'tools' | 'durationMs'>): string {
  const called = tools.filter(({ argumentSets }) => argumentSets > 0).length;
  const refuted = tools.flatMap(({ verdicts }) => verdicts.filter(isAccusation)).length;
  const claims = refuted === 1 ? 'declared hint' : 'declared hints';
  return `${called} of ${tools.length} tools called with effect, ${refuted} ${claims} refuted, in ${(durationMs / 1000).toFixed(1)} s.`;
}
