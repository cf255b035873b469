import type { CallResults } from '../measure/calls.ts';
import { CONCURRENCY } from '../plan.ts';
import type { Results } from '../results.ts';
import { median } from '../statistics.ts';
import { judge, type Verdict } from './aims.ts';
import { bestPeer, floorOf, ratio, typical } from './compare.ts';
import { figure, table } from './table.ts';

const BUSY = 'Other programs use this machine: times are unreliable, rely on the CPU per call.';

/** The results as text: a table for each question, then the goals. */
export function report(results: Results): string {
  const { environment, calls, plan } = results;
  const { node, processors, load } = environment;
  const heading = [
    `Node ${node}, ${processors.count} × ${processors.model}, load ${load.map((each) => each.toFixed(1)).join(' ')}`,
    ...((load[0] ?? 0) > processors.count ? [BUSY] : []),
  ];
  const sections = [
    heading,
    [`Calls, stdio upstream (medians of ${plan.rounds} rounds)`, ...callTable(calls.stdio)],
    [`Calls, HTTP upstream (medians of ${plan.rounds} rounds)`, ...callTable(calls.http)],
    ['Start, from the process to …', ...startTable(results)],
    ['tools/list', ...listTable(results)],
    ['Memory with many servers', ...memoryTable(results)],
    ['Not measured', ...failureLines(results)],
    ['Aims', ...aimTable(results)],
  ].filter((section) => section.length > 1 || section === heading);
  return sections.map(([title, ...lines]) => [title, ...lines.map((line) => `  ${line}`)].join('\n')).join('\n\n');
}

function callTable(results: CallResults): readonly string[] {
  const head = ['', 'era', 'p50 ms', 'p99 ms', `calls/s at ${CONCURRENCY}`, 'CPU µs/call', 'MiB'];
  const comparisons = ['p50/floor', 'calls/floor', 'CPU/floor', 'calls/best peer'];
  const rows = results.rows.map((row) => {
    const floor = floorOf(results, row);
    const peer = bestPeer(results, row);
    const toFloor = (what: 'p50' | 'perSecond' | 'cpu'): string =>
      floor === undefined ? '–' : figure(ratio(row, floor, what), 2);
    return [
      row.speaks === 'sse' ? `${row.target} (SSE)` : row.target,
      row.era,
      figure(typical(row, 'p50'), 2),
      figure(typical(row, 'p99'), 2),
      figure(typical(row, 'perSecond'), 0),
      figure(typical(row, 'cpu'), 0),
      figure(row.memory, 0),
      toFloor('p50'),
      toFloor('perSecond'),
      toFloor('cpu'),
      peer === undefined ? '–' : figure(ratio(row, peer, 'perSecond'), 2),
    ];
  });
  return table([...head, ...comparisons], rows);
}

function startTable({ starts }: Results): readonly string[] {
  const rows = starts.rows.map(({ target, besideSilent, accepts, firstCall }) => [
    besideSilent ? `${target}, beside a silent server` : target,
    figure(median(accepts.map((each) => each ?? Number.NaN)), 0, ' ms'),
    figure(median(firstCall), 0, ' ms'),
  ]);
  return table(['', 'accepts connections', 'first call'], rows);
}

function listTable({ lists }: Results): readonly string[] {
  const rows = lists
    .flatMap((each) => each.rows)
    .map(({ target, era, tools, listings }) => [
      target,
      era,
      `${tools}`,
      figure(median(listings.map(({ ms }) => ms)), 1),
      figure(Math.min(...listings.map(({ ms }) => ms)), 1),
      figure(median(listings.map(({ bytes }) => bytes)) / 1_000, 0),
      figure(median(listings.map(({ pages }) => pages)), 0),
    ]);
  return table(['', 'era', 'tools', 'ms', 'best', 'kB', 'pages'], rows);
}

function memoryTable({ memory }: Results): readonly string[] {
  const rows = memory.rows.map((row) => [row.target, `${row.servers}`, `${row.tools}`, figure(row.memory, 0)]);
  return table(['', 'servers', 'tools', 'MiB'], rows);
}

/** A table for each kind of goal, with the result of each variant. */
function aimTable(results: Results): readonly string[] {
  const verdicts = judge(results);
  if (verdicts.length === 0) return ['Toolmark could not be measured.'];
  return [...Map.groupBy(verdicts, ({ about }) => about).values()].flatMap((group) => {
    const aims = [...new Set(group.map(({ aim }) => aim))];
    const rows = [...Map.groupBy(group, ({ who }) => who)].map(([who, own]) => [
      who,
      ...aims.map((aim) => toCell(own.find((verdict) => verdict.aim === aim))),
    ]);
    return table(['', ...aims], rows);
  });
}

function toCell(verdict: Verdict | undefined): string {
  if (verdict === undefined) return '–';
  const { value, unit, met } = verdict;
  return `${met ? '' : 'MISSED '}${figure(value, unit === 'ms' ? 0 : 2, unit === 'ms' ? ' ms' : '')}`;
}

/** Each failure once, with the reason and the failed measurements. */
function failureLines({ calls, starts, lists, memory }: Results): readonly string[] {
  const all = Object.entries({
    'stdio calls': calls.stdio.failures,
    'HTTP calls': calls.http.failures,
    starts: starts.failures,
    lists: lists.flatMap(({ failures }) => failures),
    memory: memory.failures,
  }).flatMap(([where, failures]) => failures.map((failure) => ({ where, ...failure })));
  const byFailure = Map.groupBy(all, ({ target, reason }) => `${target}: ${reason}`);
  return [...byFailure].map(([failure, group]) => {
    const places = new Set(group.map(({ where }) => where));
    return `${failure} (${[...places].join(', ')})`;
  });
}
