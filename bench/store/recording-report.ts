import { CONCURRENCY } from '../gateway/plan.ts';
import { figure, table } from '../gateway/report/table.ts';
import { median, medianInterval } from '../gateway/statistics.ts';

/** Recording off, on, and off in another gateway. */
export type Role = 'off' | 'on' | 'again';

export interface Sample {
  readonly perSecond: number;
  readonly p50: number;
  readonly cpu: number;
  /** With counting and indexing, which go on after the calls. */
  readonly cpuInAll: number;
}

/** One slice of each gateway of a set, right after each other. */
export type Turn = ReadonlyMap<Role, Sample>;

const AIM = 0.9;

const KEYS = ['perSecond', 'p50', 'cpu', 'cpuInAll'] as const satisfies readonly (keyof Sample)[];

/** Prints what recording costs, and by how much two gateways differ that do not record. Each set has gateways of its own. */
export function printRecording(what: string, sets: readonly (readonly Turn[])[]): void {
  const turns = sets.flat();
  const typical = (role: Role): readonly string[] =>
    KEYS.map((key) => figure(median(turns.map((turn) => figureOf(turn, role, key))), key === 'p50' ? 3 : 0));
  /** Turns of one set have its gateways in common, so a set counts once. */
  const bySet = (role: Role, key: keyof Sample): readonly number[] => sets.map((turns) => ratioOf(turns, role, key));
  const ratios = (role: Role): readonly string[] => KEYS.map((key) => figure(median(bySet(role, key)), 2, ' ×'));
  const lines = table(
    [`recording, ${what}`, `calls/s at ${CONCURRENCY}`, 'p50 ms', 'CPU µs/call', 'with counting'],
    [
      ['off', ...typical('off')],
      ['off, another gateway', ...typical('again')],
      ['on', ...typical('on')],
      ['another ÷ off', ...ratios('again')],
      ['on ÷ off', ...ratios('on')],
    ],
  );
  console.log(lines.map((line) => `  ${line}`).join('\n'));
  const rates = bySet('on', 'perSecond');
  const rate = median(rates);
  console.log(`  aim: at least ${AIM} of the calls/s: ${rate >= AIM ? 'met' : 'missed'}`);
  for (const [name, of] of [['on ÷ off', rates] as const, ['another ÷ off', bySet('again', 'perSecond')] as const]) {
    const [least, most] = medianInterval(of);
    const sorted = of.toSorted((a, b) => a - b).map((each) => figure(each, 2));
    console.log(
      `  ${name}: 19 times of 20 between ${figure(least, 2)} and ${figure(most, 2)}; sets: ${sorted.join(', ')}`,
    );
  }
  console.log('');
}

/** In a word, while the other sets are measured. */
export const rateOfSet = (turns: readonly Turn[]): string =>
  `${figure(ratioOf(turns, 'on', 'perSecond'), 2)} of the calls/s`;

const ratioOf = (turns: readonly Turn[], role: Role, key: keyof Sample): number =>
  median(turns.map((turn) => figureOf(turn, role, key) / baseOf(turn, role, key)));

const figureOf = (turn: Turn, role: Role, key: keyof Sample): number => turn.get(role)?.[key] ?? Number.NaN;

/** What a gateway is held against: both that do not record, or the one that is not itself. */
function baseOf(turn: Turn, role: Role, key: keyof Sample): number {
  const off = figureOf(turn, 'off', key);
  return role === 'on' ? (off + figureOf(turn, 'again', key)) / 2 : off;
}
