import { setTimeout as sleep } from 'node:timers/promises';
import { runLoad } from '../gateway/load/run-load.ts';
import { CONCURRENCY } from '../gateway/plan.ts';
import { processorTime } from '../gateway/process-usage.ts';
import { callOn, type Lane } from './lane.ts';
import type { Role, Sample, Turn } from './recording-report.ts';

const TURNS = 12;
const BURST_MS = 250;
const SEQUENTIAL_MS = 60;
const RUN_UP_MS = 50;
/** How long it has to be quiet after each: what was recorded is stored and counted then, and falls on nobody else's. */
const QUIET_MS = 600;

const ROLES: readonly Role[] = ['off', 'on', 'again'];

/** Bursts with and without recording. Each is first, second and last equally often, and begins after the same rest. */
export async function takeBursts(lane: Lane, set: number): Promise<readonly Turn[]> {
  const turns: Turn[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const samples = new Map<Role, Sample>();
    for (const role of rotated(ROLES, set + turn)) {
      await lane.gateway.record(role === 'on');
      samples.set(role, await takeBurst(lane));
    }
    turns.push(samples);
  }
  return turns;
}

/** Begun at another of them; over as many turns as there are, each is in every place equally often. */
const rotated = <T>(list: readonly T[], turn: number): readonly T[] => {
  const first = turn % list.length;
  return [...list.slice(first), ...list.slice(0, first)];
};

/** All of them run up alike: after 0.7 s without work the same gateway is slower by up to a tenth. */
async function takeBurst(lane: Lane): Promise<Sample> {
  const { pid } = lane.gateway;
  const timeOf = (): number => processorTime(pid) ?? Number.NaN;
  const call = callOn(lane);
  const began = timeOf();
  const sequential = await runLoad(1, SEQUENTIAL_MS, call);
  const runUp = await runLoad(CONCURRENCY, RUN_UP_MS, call);
  const before = timeOf();
  const { calls, perSecond } = await runLoad(CONCURRENCY, BURST_MS, call);
  const cpu = (timeOf() - before) / calls;
  await untilQuiet(pid, QUIET_MS);
  const cpuInAll = (timeOf() - began) / (sequential.calls + runUp.calls + calls);
  return { perSecond, p50: sequential.p50, cpu, cpuInAll };
}

const STEP_MS = 50;

/** Until the process has next to nothing to do any more: less than a twentieth of one processor for a while. */
export async function untilQuiet(pid: number, forMs: number): Promise<void> {
  let quiet = 0;
  for (let last = processorTime(pid) ?? 0, steps = 0; steps < 1_200 && quiet < forMs; steps++) {
    await sleep(STEP_MS);
    const now = processorTime(pid) ?? 0;
    quiet = now - last < STEP_MS * 50 ? quiet + STEP_MS : 0;
    last = now;
  }
}
