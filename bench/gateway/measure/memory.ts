import { residentMemory } from '../process-usage.ts';
import type { Target, Upstream } from '../targets/target.ts';
import { type Failure, startFleet } from './fleet.ts';
import { listsAll } from './lists.ts';

interface MemoryRow {
  readonly target: string;
  readonly role: Target['role'];
  readonly servers: number;
  readonly tools: number;
  /** Memory of the gateway process in MiB, without its child processes. */
  readonly memory: number | undefined;
}

export interface MemoryResults {
  readonly rows: readonly MemoryRow[];
  readonly failures: readonly Failure[];
}

/** Measures a gateway's memory with many connected servers; only for gateways that support several. */
export async function measureMemory(
  targets: readonly Target[],
  upstreams: readonly Upstream[],
  tools: number,
  folder: string,
): Promise<MemoryResults> {
  const rows: MemoryRow[] = [];
  const failures: Failure[] = [];
  // Sequentially, because each gateway starts fifty child processes.
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
