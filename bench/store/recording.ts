import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { callEcho } from '../gateway/load/operations.ts';
import type { Era } from '../gateway/load/raw-client.ts';
import { runLoad } from '../gateway/load/run-load.ts';
import { type Lane, startFleet } from '../gateway/measure/fleet.ts';
import { CONCURRENCY } from '../gateway/plan.ts';
import { processorTime } from '../gateway/process-usage.ts';
import type { Target } from '../gateway/targets/target.ts';
import { toolmarkWithoutAuth, toolmarkWithoutRecord } from '../gateway/targets/toolmark.ts';
import { printRecording, type Role, rateOfSet, type Sample, type Turn } from './recording-report.ts';

interface Plan {
  readonly kind: 'bursts' | 'loads';
  readonly name: string;
  readonly turns: number;
  readonly sliceMs: number;
  /** How long it has to be quiet after each slice: what was recorded is stored and counted then, and falls on nobody else's. */
  readonly quietMs: number;
}

const PLANS: readonly Plan[] = [
  { kind: 'bursts', name: 'bursts of 0.25 s', turns: 12, sliceMs: 250, quietMs: 600 },
  { kind: 'loads', name: 'loads of 2 s', turns: 3, sliceMs: 2_000, quietMs: 1_500 },
];
const SETS = 8;
const QUICK_SETS = 2;

/** Until V8 has compiled what is called often, in milliseconds for each gateway. */
const WARM_UP_MS = 4_000;

/** The same twice: how far two gateways differ that are one and the same is what nothing can be said about. */
const TARGETS: readonly (readonly [Role, Target])[] = [
  ['off', toolmarkWithoutRecord],
  ['on', toolmarkWithoutAuth],
  ['again', { ...toolmarkWithoutRecord, name: `${toolmarkWithoutRecord.name}, again` }],
];

const ERAS = ['legacy', 'modern'] as const;

/** Begun at another of them; over as many turns as there are, each is in every place equally often. */
const rotated = <T>(list: readonly T[], turn: number): readonly T[] => {
  const first = turn % list.length;
  return [...list.slice(first), ...list.slice(0, first)];
};

type Gateways = ReadonlyMap<Role, Lane>;

/**
 * Calls of a read-only tool with and without recording, in turns. How fast the machine is changes from second to second, and with
 * what it did before: so each of them is first, second and last equally often, and begins after the same rest. Processes of the
 * same program differ too, so there are many sets of them, each started in another order.
 */
export async function measureRecording(isQuick: boolean, folder: string, only?: Plan['kind']): Promise<void> {
  const plans = PLANS.filter(({ kind }) => kind === (only ?? (isQuick ? 'bursts' : kind)));
  const turns = new Map<string, Turn[][]>();
  const sets = isQuick ? QUICK_SETS : SETS;
  for (let set = 0; set < sets; set++) {
    console.error(`  … set ${set + 1} of ${sets}`);
    const measured = await measureSet(set, plans, folder);
    for (const [name, ofSet] of measured) {
      turns.set(name, [...(turns.get(name) ?? []), ofSet]);
      console.error(`    ${name}: ${rateOfSet(ofSet)}`);
    }
  }
  for (const [name, ofSets] of turns) printRecording(name, ofSets);
}

async function measureSet(set: number, plans: readonly Plan[], folder: string): Promise<ReadonlyMap<string, Turn[]>> {
  const program = fileURLToPath(new URL('../gateway/upstream/stdio-server.mjs', import.meta.url));
  const upstream = { kind: 'stdio', name: 'bench', command: process.execPath, args: [program] } as const;
  const order = rotated(TARGETS, set);
  const fleet = await startFleet(
    order.map(([, target]) => target),
    [upstream],
    folder,
    call,
  );
  if (fleet.failures.length > 0) throw new Error(JSON.stringify(fleet.failures));
  const measured = new Map<string, Turn[]>();
  try {
    for (const era of set % 2 === 0 ? ERAS : ERAS.toReversed()) {
      const gateways = gatewaysOf(order, fleet.lanes, era);
      for (const lane of gateways.values()) {
        await runLoad(CONCURRENCY, WARM_UP_MS, () => call(lane));
        await untilQuiet(lane.pid, 1_500);
      }
      for (const plan of plans) measured.set(`${era}, ${plan.name}`, await takeTurns(gateways, plan));
    }
    return measured;
  } finally {
    await fleet.end();
  }
}

const call = ({ client }: Lane): Promise<void> => callEcho(client, 'bench__echo');

function gatewaysOf(order: typeof TARGETS, lanes: readonly Lane[], era: Era): Gateways {
  const found = order.map(([role, target]) => {
    const lane = lanes.find((each) => each.era === era && each.target.name === target.name);
    if (lane === undefined) throw new Error(`${target.name} does not speak ${era}.`);
    return [role, lane] as const;
  });
  return new Map(found);
}

async function takeTurns(gateways: Gateways, plan: Plan): Promise<Turn[]> {
  const turns: Turn[] = [];
  for (let turn = 0; turn < plan.turns; turn++) {
    const samples = new Map<Role, Sample>();
    for (const [role] of rotated(TARGETS, turn)) {
      const lane = laneOf(gateways, role);
      const slice = await takeSlice(lane, plan.sliceMs);
      await untilQuiet(lane.pid, plan.quietMs);
      samples.set(role, toSample(slice, processorTime(lane.pid)));
    }
    turns.push(samples);
  }
  return turns;
}

function laneOf(gateways: Gateways, role: Role): Lane {
  const lane = gateways.get(role);
  if (lane === undefined) throw new Error(`There is no gateway for '${role}'.`);
  return lane;
}

interface Slice extends Omit<Sample, 'cpuInAll'> {
  /** Processor time when it began, and the calls since. */
  readonly began: number;
  readonly calls: number;
}

/** All of them run up alike: after 0.7 s without work the same gateway is slower by up to a tenth. */
async function takeSlice(lane: Lane, ms: number): Promise<Slice> {
  const timeOf = (): number => processorTime(lane.pid) ?? Number.NaN;
  const began = timeOf();
  const sequential = await runLoad(1, ms / 4, () => call(lane));
  const runUp = await runLoad(CONCURRENCY, RUN_UP_MS, () => call(lane));
  const before = timeOf();
  const { calls, perSecond } = await runLoad(CONCURRENCY, ms, () => call(lane));
  const cpu = (timeOf() - before) / calls;
  return { perSecond, p50: sequential.p50, cpu, began, calls: sequential.calls + runUp.calls + calls };
}

const toSample = ({ perSecond, p50, cpu, began, calls }: Slice, quiet: number = Number.NaN): Sample => ({
  ...{ perSecond, p50, cpu },
  cpuInAll: (quiet - began) / calls,
});

const RUN_UP_MS = 50;
const STEP_MS = 50;

/** Until the process has next to nothing to do any more: less than a twentieth of one processor for a while. */
async function untilQuiet(pid: number, forMs: number): Promise<void> {
  let quiet = 0;
  for (let last = processorTime(pid) ?? 0, steps = 0; steps < 1_200 && quiet < forMs; steps++) {
    await sleep(STEP_MS);
    const now = processorTime(pid) ?? 0;
    quiet = now - last < STEP_MS * 50 ? quiet + STEP_MS : 0;
    last = now;
  }
}
