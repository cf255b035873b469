import { within } from '../deadline.ts';
import { type Listing, listTools } from '../load/operations.ts';
import type { Target, Upstream } from '../targets/target.ts';
import { errorReason, type Failure, type Lane, startFleet } from './fleet.ts';

/** Far longer than any list takes. */
const LIST_DEADLINE_MS = 30_000;

interface ListRow {
  readonly target: string;
  readonly role: Target['role'];
  readonly speaks: Target['speaks'];
  readonly era: Lane['era'];
  readonly tools: number;
  readonly listings: readonly Listing[];
}

export interface ListResults {
  readonly rows: readonly ListRow[];
  readonly failures: readonly Failure[];
}

/** Lists all tools of one big server through every target, alternately. */
export async function measureLists(
  targets: readonly Target[],
  upstream: Upstream,
  tools: number,
  times: number,
  folder: string,
): Promise<ListResults> {
  const able = targets.filter((target) => target.upstreams.includes(upstream.kind));
  const fleet = await startFleet(able, [upstream], folder, (lane) => listsAll(lane, tools));
  const failures = [...fleet.failures];
  const listings = new Map<Lane, Listing[]>(fleet.lanes.map((lane) => [lane, []]));
  try {
    for (let turn = 0; turn < times; turn++) {
      for (const [lane, own] of listings) {
        try {
          own.push(await within(LIST_DEADLINE_MS, 'a list', listTools(lane.client)));
        } catch (error) {
          listings.delete(lane);
          failures.push({ target: `${lane.target.name} (${lane.era})`, reason: errorReason(error) });
        }
      }
    }
  } finally {
    await fleet.end();
  }
  const rows = [...listings].map(([{ target, era }, own]) => ({
    target: target.name,
    role: target.role,
    speaks: target.speaks,
    era,
    tools,
    listings: own,
  }));
  return { rows, failures };
}

/** Whether all tools are listed; a gateway may list ready servers before the others. */
export async function listsAll({ client }: Lane, tools: number): Promise<void> {
  const listing = await listTools(client);
  if (listing.tools < tools) throw new Error(`lists ${listing.tools} of ${tools} tools`);
}
