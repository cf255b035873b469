import { CONCURRENCY } from '../gateway/plan.ts';
import { figure, table } from '../gateway/report/table.ts';
import { median, medianInterval } from '../gateway/statistics.ts';

/** Recording off, on, and off `again`: the difference between the two off roles is the noise. */
export type Role = 'off' | 'on' | 'again';

const FIGURES = [
  { key: 'perSecond', name: `calls/s at ${CONCURRENCY}`, digits: 0 },
  { key: 'p50', name: 'p50 ms', digits: 3 },
  { key: 'cpu', name: 'CPU µs/call', digits: 0 },
  { key: 'cpuOfMain', name: 'main thread µs/call', digits: 1 },
  /** Includes storing and counting, which continue after the calls. */
  { key: 'cpuInAll', name: 'with counting', digits: 0 },
] as const;

type Key = (typeof FIGURES)[number]['key'];

/** The measured values; some are not available everywhere. */
export type Sample = Readonly<Partial<Record<Key, number>>>;

/** Adjacent samples of each role. */
export type Turn = ReadonlyMap<Role, Sample>;

const AIM = 0.85;

/** Prints the cost of recording, and the difference between the two roles without it. Each set has its own gateway. */
export function printRecording(what: string, sets: readonly (readonly Turn[])[]): void {
  const turns = sets.flat();
  const figures = FIGURES.filter(({ key }) => !Number.isNaN(figureOf(turns[0], 'on', key)));
  const typical = (role: Role): readonly string[] =>
    figures.map(({ key, digits }) => figure(median(turns.map((turn) => figureOf(turn, role, key))), digits));
  /** Turns of one set share a gateway, so a set counts once. */
  const bySet = (role: Role, key: Key): readonly number[] => sets.map((turns) => ratioOf(turns, role, key));
  const ratios = (role: Role): readonly string[] => figures.map(({ key }) => figure(median(bySet(role, key)), 2, ' ×'));
  const lines = table(
    [`recording, ${what}`, ...figures.map(({ name }) => name)],
    [
      ['off', ...typical('off')],
      ['off again', ...typical('again')],
      ['on', ...typical('on')],
      ['off again ÷ off', ...ratios('again')],
      ['on ÷ off', ...ratios('on')],
    ],
  );
  console.log(lines.map((line) => `  ${line}`).join('\n'));
  const rates = bySet('on', 'perSecond');
  console.log(`  aim: at least ${AIM} of the calls/s: ${median(rates) >= AIM ? 'met' : 'missed'}`);
  for (const [name, of] of [['on ÷ off', rates] as const, ['off again ÷ off', bySet('again', 'perSecond')] as const]) {
    const [least, most] = medianInterval(of);
    const sorted = of.toSorted((a, b) => a - b).map((each) => figure(each, 2));
    console.log(
      `  ${name}: 19 times of 20 between ${figure(least, 2)} and ${figure(most, 2)}; gateways: ${sorted.join(', ')}`,
    );
  }
  console.log('');
}

/** A short summary, printed while the other sets are measured. */
export const rateOfSet = (turns: readonly Turn[]): string =>
  `${figure(ratioOf(turns, 'on', 'perSecond'), 2)} of the calls/s`;

const ratioOf = (turns: readonly Turn[], role: Role, key: Key): number =>
  median(turns.map((turn) => figureOf(turn, role, key) / baseOf(turn, role, key)));

const figureOf = (turn: Turn | undefined, role: Role, key: Key): number => turn?.get(role)?.[key] ?? Number.NaN;

/** The baseline of a sample: both roles without recording, or the other one of them. */
function baseOf(turn: Turn, role: Role, key: Key): number {
  const off = figureOf(turn, 'off', key);
  return role === 'on' ? (off + figureOf(turn, 'again', key)) / 2 : off;
}
