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
/**
 * The idle time after each burst, in which its calls are stored and counted, so that the next is not charged for it.
 */
const QUIET_MS = 1_300;

const ROLES: readonly Role[] = ['off', 'on', 'again'];

/**
 * Bursts with and without recording. Each role is first, second and last equally often, and starts after the same idle
 * time.
 */
export async function measureBursts(lane: Lane, set: number): Promise<readonly Turn[]> {
  const turns: Turn[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const samples = new Map<Role, Sample>();
    for (const role of rotated(ROLES, set + turn)) {
      await lane.gateway.record(role === 'on');
      samples.set(role, await measureBurst(lane));
    }
    turns.push(samples);
  }
  return turns;
}

/** Rotates the list; over as many turns as it has elements, each is in every position equally often. */
const rotated = <T>(list: readonly T[], turn: number): readonly T[] => {
  const first = turn % list.length;
  return [...list.slice(first), ...list.slice(0, first)];
};

/** Every burst has the same run-up: after 0.7 s idle the same gateway is up to a tenth slower. */
async function measureBurst(lane: Lane): Promise<Sample> {
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

/** Waits until the process is nearly idle: less than a twentieth of one CPU for a while. */
export async function untilQuiet(pid: number, forMs: number): Promise<void> {
  let quiet = 0;
  for (let last = processorTime(pid) ?? 0, steps = 0; steps < 1_200 && quiet < forMs; steps++) {
    await sleep(STEP_MS);
    const now = processorTime(pid) ?? 0;
    quiet = now - last < STEP_MS * 50 ? quiet + STEP_MS : 0;
    last = now;
  }
}
