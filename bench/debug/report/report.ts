import { figure, table } from '../../gateway/report/table.ts';
import type { Results } from '../results.ts';
import type { Comparison } from './figures.ts';

const BUSY = 'Other programs use this machine: rely on the ratios, and repeat the run when it is idle.';

/** The results as text: a table for each program, then failed measurements. */
export function report(results: Results, comparisons: readonly Comparison[]): string {
  const { node, processors, load } = results.environment;
  const heading = [
    `Node ${node}, ${processors.count} × ${processors.model}, load before and after ${load.map((each) => each.toFixed(1)).join(', ')}`,
    ...((load[0] ?? 0) > 1 ? [BUSY] : []),
  ];
  const peer = results.rows.find(({ role }) => role === 'peer')?.target;
  const tables = [...Map.groupBy(comparisons, ({ program }) => program)].map(([program, own]) => [
    program,
    ...table(
      ['', 'toolmark', peer ?? 'no peer', 'times ahead', ''],
      own.map((comparison) => toCells(comparison, peer === undefined ? '–' : 'cannot')),
    ),
  ]);
  const rounds = `Medians of ${results.plan.rounds} rounds, and of the ratios within each of them.`;
  const sections = [
    [heading[0] ?? '', ...heading.slice(1), rounds],
    ...tables,
    ['Notes', ...notes(results)],
    ['Aims', verdict(comparisons)],
  ];
  return sections.map(([title, ...lines]) => [title, ...lines.map((line) => `  ${line}`)].join('\n')).join('\n\n');
}

function toCells({ what, unit, ours, theirs, ahead, isAim }: Comparison, withoutFigure: string): readonly string[] {
  const suffix = unit === 'ms' ? ' ms' : unit;
  const show = (value: number): string => figure(value, unit === 'ms' ? digitsOf(value) : 0, suffix);
  const peers = Number.isNaN(theirs) ? withoutFigure : show(theirs);
  return [what, Number.isNaN(ours) ? 'cannot' : show(ours), peers, figure(ahead, 2), isAim ? word(ahead) : ''];
}

const digitsOf = (milliseconds: number): number => (milliseconds < 1 ? 4 : milliseconds < 100 ? 1 : 0);

const word = (ahead: number): string => (Number.isNaN(ahead) ? '' : ahead > 1 ? 'ahead' : 'BEHIND');

function verdict(comparisons: readonly Comparison[]): string {
  const judged = comparisons.filter(({ isAim, ahead }) => isAim && !Number.isNaN(ahead));
  const behind = judged.filter(({ ahead }) => !(ahead > 1));
  if (judged.length === 0) return 'There was no peer to compare with.';
  const names = behind.map(({ program, what }) => `${program}: ${what.trim()}`).join('; ');
  return behind.length === 0
    ? `Ahead in all ${judged.length}.`
    : `Ahead in ${judged.length - behind.length} of ${judged.length}. Behind in ${names}.`;
}

function notes({ rows, missing }: Results): readonly string[] {
  return [
    ...missing,
    ...rows.flatMap(({ target, program, failures, leftBehind, traces }) => {
      const lost = traces.filter(({ received, hits }) => received < hits);
      const first = lost[0];
      return [
        ...failures.map((failure) => `${target}, ${program}, ${failure}`),
        ...(leftBehind > 0 ? [`${target}, ${program}: left ${leftBehind} processes behind`] : []),
        ...(first === undefined
          ? []
          : [`${target}, ${program}: ${first.received} of ${first.hits} reports of the tracepoint came`]),
      ];
    }),
    'mcp-debugger has logpoints for tracepoints; their messages are read from its output. It reports neither these nor a stop',
    'after continue_execution unprompted, so it is polled without a delay.',
  ];
}
