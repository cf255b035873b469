import { writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { figure, table } from '../report/table.ts';
import { type HostileResults, type HostileRow, measureHostile, type Stalled } from './measure.ts';

/** The maximum delay of other callers by one message. */
const MAX_MS = 200;
/** Linear growth doubles the time for twice the size; quadratic growth quadruples it. */
const MAX_GROWTH = 3;
/** Shorter times are too noisy to show growth. */
const LEAST_MS = 40;

/** `gateway --only hostile`: measures how the worst messages of each kind delay the callers of another server. */
export async function hostileBench(quick: boolean, json: string | undefined, folder: string): Promise<void> {
  const plan = quick ? { rounds: 1, isFull: false } : { rounds: 3, isFull: true };
  const results = await measureHostile(plan, loadavg(), folder);
  console.log(report(results));
  if (json !== undefined) {
    const path = resolve(process.env['INIT_CWD'] ?? process.cwd(), json);
    await writeFile(path, JSON.stringify(results, undefined, 2));
  }
}

function report(results: HostileResults): string {
  const { quiet, rows, rounds, load } = results;
  const isBusy = (load[0] ?? 0) > cpus().length;
  const lines = table(
    ['', 'n', 'slowest call ms', 'longest CPU ms', 'took ms', '×2', 'outcome'],
    rows.flatMap((row) =>
      row.sizes.map((stalled, index) => [
        `${row.kind}: ${row.shape}`,
        `${stalled.n}`,
        figure(stalled.slowest, 0),
        figure(stalled.stretch, 0),
        figure(stalled.took, 0),
        index === 1 ? figure(growthOf(row), 1) : '',
        stalled.outcome,
      ]),
    ),
  );
  const worst = (pick: (stalled: Stalled) => number): number =>
    Math.max(...rows.flatMap(({ sizes }) => sizes.map(pick)).filter((ms) => !Number.isNaN(ms)));
  const steep = rows.filter((row) => growthOf(row) > MAX_GROWTH).map(({ kind, shape }) => `${kind}: ${shape}`);
  const lost = rows.flatMap(({ sizes }) => sizes).filter(({ slowest }) => Number.isNaN(slowest)).length;
  return [
    `Small calls on another server meanwhile (medians of ${rounds}); without any attack the slowest took ${figure(quiet.slowest, 0)} ms, CPU ${figure(quiet.stretch, 0)} ms`,
    ...(isBusy ? ['Other programs use this machine: rely on the CPU time.'] : []),
    ...lines.map((line) => `  ${line}`),
    '',
    `Aims`,
    `  ${verdict(worst(({ stretch }) => stretch) <= MAX_MS)} longest uninterrupted CPU time ${figure(
      worst(({ stretch }) => stretch),
      0,
    )} ms, at most ${MAX_MS}`,
    `  ${isBusy ? 'busy  ' : verdict(worst(({ slowest }) => slowest) <= MAX_MS)} slowest small call ${figure(
      worst(({ slowest }) => slowest),
      0,
    )} ms, at most ${MAX_MS}`,
    `  ${verdict(steep.length === 0)} twice as much takes at most ${MAX_GROWTH} times as long${steep.length === 0 ? '' : `: not ${steep.join(', ')}`}`,
    `  ${verdict(lost === 0)} the gateway was lost ${lost} times`,
  ].join('\n');
}

const verdict = (isMet: boolean): string => (isMet ? 'met   ' : 'MISSED');

/** The ratio of the times for the second size and for the first, which is half of it, if both were measured. */
function growthOf({ sizes: [half, whole] }: HostileRow): number {
  if (half?.outcome !== 'taken' || whole?.outcome !== 'taken' || half.stretch < LEAST_MS) return Number.NaN;
  return whole.stretch / half.stretch;
}
