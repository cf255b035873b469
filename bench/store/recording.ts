import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runLoad } from '../gateway/load/run-load.ts';
import { untilItWorks } from '../gateway/measure/fleet.ts';
import { CONCURRENCY } from '../gateway/plan.ts';
import { measureBursts, untilQuiet } from './bursts.ts';
import { callOn, type Lane } from './lane.ts';
import { printRecording, rateOfSet, type Turn } from './recording-report.ts';
import { startSwitched } from './start-switched.ts';
import { measureLoad } from './steady-load.ts';

interface Plan {
  readonly kind: 'bursts' | 'loads';
  readonly name: string;
  readonly measure: (lane: Lane, set: number) => Promise<readonly Turn[]>;
}

const PLANS: readonly Plan[] = [
  { kind: 'bursts', name: 'bursts of 0.25 s', measure: measureBursts },
  { kind: 'loads', name: 'a load of 8 s', measure: measureLoad },
];
const SETS = 8;
const QUICK_SETS = 2;
const ERAS = ['legacy', 'modern'] as const;

/** The time until V8 has compiled hot functions, in milliseconds for each role. */
const WARM_UP_MS = 3_000;
const READY_DEADLINE_MS = 30_000;

/**
 * Compares calls of a read-only tool with and without recording, alternately, within one gateway: the speed of the
 * machine changes from second to second, and two processes of the same program differ by a tenth. The cost of recording
 * may also differ between processes, so several gateways are measured.
 */
export async function measureRecording(isQuick: boolean, folder: string, only?: Plan['kind']): Promise<void> {
  const plans = PLANS.filter(({ kind }) => only === undefined || kind === only);
  const turns = new Map<string, (readonly Turn[])[]>();
  const sets = isQuick ? QUICK_SETS : SETS;
  for (let set = 0; set < sets; set++) {
    console.error(`  … gateway ${set + 1} of ${sets}`);
    const measured = await measureGateway(set, plans, folder);
    for (const [name, ofSet] of measured) {
      turns.set(name, [...(turns.get(name) ?? []), ofSet]);
      console.error(`    ${name}: ${rateOfSet(ofSet)}`);
    }
  }
  for (const [name, ofSets] of turns) printRecording(name, ofSets);
}

async function measureGateway(
  set: number,
  plans: readonly Plan[],
  folder: string,
): Promise<ReadonlyMap<string, readonly Turn[]>> {
  const program = fileURLToPath(new URL('../gateway/upstream/stdio-server.mjs', import.meta.url));
  const upstream = { kind: 'stdio', name: 'bench', command: process.execPath, args: [program] } as const;
  const gateway = await startSwitched({ upstreams: [upstream], folder: await mkdtemp(join(folder, 'gateway-')) });
  const measured = new Map<string, readonly Turn[]>();
  try {
    for (const era of set % 2 === 0 ? ERAS : ERAS.toReversed()) {
      const client = await untilItWorks(gateway, READY_DEADLINE_MS, () => gateway.connect(era));
      try {
        const lane = { gateway, client };
        await untilItWorks(gateway, READY_DEADLINE_MS, callOn(lane));
        await warmUp(lane);
        for (const { name, measure } of plans) measured.set(`${era}, ${name}`, await measure(lane, set));
      } finally {
        await client.close();
      }
    }
    return measured;
  } finally {
    await gateway.end();
  }
}

async function warmUp(lane: Lane): Promise<void> {
  for (const isOn of [true, false]) {
    await lane.gateway.record(isOn);
    await runLoad(CONCURRENCY, WARM_UP_MS, callOn(lane));
    await untilQuiet(lane.gateway.pid, 1_500);
  }
}
