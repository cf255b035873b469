import { within } from '../deadline.ts';
import { callEcho } from '../load/operations.ts';
import { runLoad } from '../load/run-load.ts';
import { CONCURRENCY, type Plan } from '../plan.ts';
import { processorTime, residentMemory } from '../process-usage.ts';
import type { Target, Upstream } from '../targets/target.ts';
import { errorReason, type Failure, type Lane, startFleet } from './fleet.ts';

/** Far longer than any slice: a slice that is not done by then has lost an answer. */
const SLICE_DEADLINE_MS = 30_000;

/** One slice of each kind, of one target, in one round. */
export interface CallSample {
  /** Milliseconds, with one call at a time. */
  readonly p50: number;
  readonly p99: number;
  /** Calls per second with CONCURRENCY concurrent calls. */
  readonly perSecond: number;
  /**
   * CPU time of the gateway process for one call in microseconds; with CONCURRENCY concurrent calls, and with one at a
   * time.
   */
  readonly cpu: number | undefined;
  readonly cpuSequential: number | undefined;
}

export interface CallRow {
  readonly target: string;
  readonly role: Target['role'];
  readonly speaks: Target['speaks'];
  readonly era: Lane['era'];
  /** One for each round; equal indexes are close in time across all rows. */
  readonly samples: readonly CallSample[];
  /** Memory of the gateway process in MiB at the end of the load. */
  readonly memory: number | undefined;
}

export interface CallResults {
  readonly rows: readonly CallRow[];
  readonly failures: readonly Failure[];
}

/** Makes the same calls through every target, alternately. */
export async function measureCalls(
  targets: readonly Target[],
  upstream: Upstream,
  plan: Plan,
  folder: string,
): Promise<CallResults> {
  const able = targets.filter((target) => target.upstreams.includes(upstream.kind));
  const call = ({ client, target }: Lane): Promise<void> => callEcho(client, target.toolName(upstream.name, 'echo'));
  const fleet = await startFleet(able, [upstream], folder, call);
  const failures = [...fleet.failures];
  const samples = new Map<Lane, CallSample[]>(fleet.lanes.map((lane) => [lane, []]));
  /** Drops a lane that failed, because partial results are misleading. */
  const attempt = async (lane: Lane, work: () => Promise<void>): Promise<void> => {
    try {
      await within(SLICE_DEADLINE_MS, 'a slice', work());
    } catch (error) {
      samples.delete(lane);
      failures.push({ target: `${lane.target.name} (${lane.era})`, reason: errorReason(error) });
    }
  };
  try {
    for (const lane of fleet.lanes) {
      await attempt(lane, async () => {
        await runLoad(CONCURRENCY, plan.warmUpMs, () => call(lane));
      });
    }
    for (let round = 0; round < plan.rounds; round++) {
      for (const lane of inTurn(fleet.lanes, round)) {
        const own = samples.get(lane);
        if (own === undefined) continue;
        await attempt(lane, async () => {
          own.push(await takeSample(lane, plan, () => call(lane)));
        });
      }
    }
    const rows = [...samples].map(([{ target, era, pid }, own]): CallRow => {
      const { name, role, speaks } = target;
      return { target: name, role, speaks, era, samples: own, memory: residentMemory(pid) };
    });
    return { rows, failures };
  } finally {
    await fleet.end();
  }
}

/**
 * Rotates the first lane in each round, and reverses every second round, so that no lane always follows the same one.
 */
function inTurn(lanes: readonly Lane[], round: number): readonly Lane[] {
  const first = round % lanes.length;
  const turned = [...lanes.slice(first), ...lanes.slice(0, first)];
  return round % 2 === 0 ? turned : turned.toReversed();
}

async function takeSample({ pid }: Lane, plan: Plan, call: () => Promise<void>): Promise<CallSample> {
  const before = processorTime(pid);
  const sequential = await runLoad(1, plan.sequentialMs, call);
  const between = processorTime(pid);
  const concurrent = await runLoad(CONCURRENCY, plan.concurrentMs, call);
  const after = processorTime(pid);
  return {
    p50: sequential.p50,
    p99: sequential.p99,
    perSecond: concurrent.perSecond,
    cpu: perCall(between, after, concurrent.calls),
    cpuSequential: perCall(before, between, sequential.calls),
  };
}

function perCall(before: number | undefined, after: number | undefined, calls: number): number | undefined {
  return before === undefined || after === undefined ? undefined : (after - before) / calls;
}
