import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { callEcho } from '../gateway/load/operations.ts';
import { runLoad } from '../gateway/load/run-load.ts';
import { type Lane, startFleet } from '../gateway/measure/fleet.ts';
import { CONCURRENCY } from '../gateway/plan.ts';
import { processorTime } from '../gateway/process-usage.ts';
import { figure, table } from '../gateway/report/table.ts';
import { median } from '../gateway/statistics.ts';
import { toolmarkWithoutAuth, toolmarkWithoutRecord } from '../gateway/targets/toolmark.ts';

const AIM = 0.9;

interface Sample {
  readonly perSecond: number;
  readonly p50: number;
  readonly cpu: number;
  /** With counting and indexing, which go on after the calls. */
  readonly cpuInAll: number;
}

/**
 * Calls of a read-only tool with and without recording, in turns. After each slice the gateway gets time to count and index what
 * was recorded, so that this falls on nobody else's slice; what it costs is told apart.
 */
export async function measureRecording(isQuick: boolean, folder: string): Promise<void> {
  const [rounds, sliceMs] = isQuick ? [3, 1_000] : [9, 3_000];
  const program = fileURLToPath(new URL('../gateway/upstream/stdio-server.mjs', import.meta.url));
  const upstream = { kind: 'stdio', name: 'bench', command: process.execPath, args: [program] } as const;
  const call = ({ client }: Lane): Promise<void> => callEcho(client, 'bench__echo');
  const fleet = await startFleet([toolmarkWithoutRecord, toolmarkWithoutAuth], [upstream], folder, call);
  if (fleet.failures.length > 0) throw new Error(JSON.stringify(fleet.failures));
  try {
    for (const era of ['legacy', 'modern'] as const) {
      const lanes = fleet.lanes.filter((lane) => lane.era === era);
      const samples = new Map<Lane, Sample[]>(lanes.map((lane) => [lane, []]));
      for (const lane of lanes) await runLoad(CONCURRENCY, 1_500, () => call(lane));
      for (let round = 0; round < rounds; round++) {
        for (const lane of round % 2 === 0 ? lanes : lanes.toReversed()) {
          samples.get(lane)?.push(await sample(lane, sliceMs, () => call(lane)));
        }
      }
      print(era, samples);
    }
  } finally {
    await fleet.end();
  }
}

async function sample({ pid }: Lane, ms: number, call: () => Promise<void>): Promise<Sample> {
  const sequential = await runLoad(1, ms / 4, call);
  await untilQuiet(pid);
  const before = processorTime(pid) ?? Number.NaN;
  const { calls, perSecond } = await runLoad(CONCURRENCY, ms, call);
  const after = processorTime(pid) ?? Number.NaN;
  await untilQuiet(pid);
  const quiet = processorTime(pid) ?? Number.NaN;
  return { perSecond, p50: sequential.p50, cpu: (after - before) / calls, cpuInAll: (quiet - before) / calls };
}

/** How long it has to be quiet: storing rests for up to two seconds in between. */
const QUIET_MS = 2_300;
const STEP_MS = 100;

/** Until the process has next to nothing to do any more: less than a twentieth of one processor for a while. */
async function untilQuiet(pid: number): Promise<void> {
  let quiet = 0;
  for (let last = processorTime(pid) ?? 0, steps = 0; steps < 600 && quiet < QUIET_MS; steps++) {
    await sleep(STEP_MS);
    const now = processorTime(pid) ?? 0;
    quiet = now - last < STEP_MS * 50 ? quiet + STEP_MS : 0;
    last = now;
  }
}

function print(era: string, samples: ReadonlyMap<Lane, readonly Sample[]>): void {
  const [[, without = []] = [], [, recorded = []] = []] = [...samples];
  const typical = (of: readonly Sample[], key: keyof Sample): number => median(of.map((each) => each[key]));
  const row = (name: string, of: readonly Sample[]): readonly string[] => [
    name,
    figure(typical(of, 'perSecond'), 0),
    figure(typical(of, 'p50'), 3),
    figure(typical(of, 'cpu'), 0),
    figure(typical(of, 'cpuInAll'), 0),
  ];
  const ratio = (key: keyof Sample): number =>
    median(recorded.map((each, round) => each[key] / (without[round]?.[key] ?? Number.NaN)));
  const rate = ratio('perSecond');
  const lines = table(
    [`recording, ${era}`, `calls/s at ${CONCURRENCY}`, 'p50 ms', 'CPU µs/call', 'with counting'],
    [
      row('off', without),
      row('on', recorded),
      [
        'on/off',
        figure(rate, 2, ' ×'),
        figure(ratio('p50'), 2, ' ×'),
        figure(ratio('cpu'), 2, ' ×'),
        figure(ratio('cpuInAll'), 2, ' ×'),
      ],
    ],
  );
  console.log(lines.map((line) => `  ${line}`).join('\n'));
  console.log(`  aim: at least ${AIM} of the calls/s: ${rate >= AIM ? 'met' : 'missed'}\n`);
}
