import { residentMemory } from '../process-usage.ts';
import type { Target, Upstream } from '../targets/target.ts';
import { type Failure, startFleet } from './fleet.ts';
import { listsAll } from './lists.ts';

interface MemoryRow {
  readonly target: string;
  readonly role: Target['role'];
  readonly servers: number;
  readonly tools: number;
  /** MiB of the gateway itself, its children left out. */
  readonly memory: number | undefined;
}

export interface MemoryResults {
  readonly rows: readonly MemoryRow[];
  readonly failures: readonly Failure[];
}

/** What a gateway weighs with many servers connected and listed; only for those that take several. */
export async function measureMemory(
  targets: readonly Target[],
  upstreams: readonly Upstream[],
  tools: number,
  folder: string,
): Promise<MemoryResults> {
  const rows: MemoryRow[] = [];
  const failures: Failure[] = [];
  // One after the other: fifty children each are enough for one machine.
  for (const target of targets.filter((each) => each.aggregates && each.speaks !== 'stdio')) {
    const fleet = await startFleet([target], upstreams, folder, (lane) => listsAll(lane, tools));
    failures.push(...fleet.failures);
    const pid = fleet.lanes[0]?.pid;
    if (pid !== undefined) {
      rows.push({
        target: target.name,
        role: target.role,
        servers: upstreams.length,
        tools,
        memory: residentMemory(pid),
      });
    }
    await fleet.end();
  }
  return { rows, failures };
}
