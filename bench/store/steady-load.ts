import { runLoad } from '../gateway/load/run-load.ts';
import { CONCURRENCY } from '../gateway/plan.ts';
import type { Totals } from './alternation.ts';
import { untilQuiet } from './bursts.ts';
import { callOn, type Lane } from './lane.ts';
import type { Role, Sample, Turn } from './recording-report.ts';

const LOAD_MS = 8_000;

/** A continuous load, with recording switched on and off meanwhile. */
export async function measureLoad(lane: Lane): Promise<readonly Turn[]> {
  const shares = await lane.gateway.alternateDuring(() => runLoad(CONCURRENCY, LOAD_MS, callOn(lane)));
  await untilQuiet(lane.gateway.pid, 1_500);
  const roles = Object.entries(shares) as [Role, Totals][];
  return [new Map(roles.map(([role, share]) => [role, toSample(share)]))];
}

const toSample = ({ calls, ms, cpu }: Totals): Sample => ({ perSecond: (1_000 * calls) / ms, cpuOfMain: cpu / calls });
