import type { ToolClassName, ToolStats } from '@toolmark/api-contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import type { Grid } from './stats-grid.ts';
import { addTo, newSums, type Sums, toTotals } from './sums.ts';
import { type ToolTotal, toolTotals } from './tool-totals.ts';

export interface RankedTools {
  readonly busiest: readonly ToolStats[];
  readonly failing: readonly ToolStats[];
}

/** The tools with the most calls and the most errors. */
export async function toolStats(db: Kysely<Schema>, grid: Grid, limit: number): Promise<RankedTools> {
  const tools = [...addUp(await toolTotals(db, grid)).values()];
  const busiest = ranked(tools, (tool) => tool.sums.calls).slice(0, limit);
  const failing = ranked(tools, (tool) => tool.sums.errors)
    .filter((tool) => tool.sums.errors > 0)
    .slice(0, limit);
  const newest = await newestVersions(db, [...busiest, ...failing]);
  const toStats = (tool: ToolSums): ToolStats => toToolStats(tool, newest.get(keyOf(tool)));
  return { busiest: busiest.map(toStats), failing: failing.map(toStats) };
}

interface ToolSums {
  readonly server: string;
  readonly tool: string;
  readonly sums: Sums;
  /** Calls with a known duration, and their total duration. */
  ended: number;
  durationMs: number;
}

function addUp(rows: readonly ToolTotal[]): ReadonlyMap<string, ToolSums> {
  const tools = new Map<string, ToolSums>();
  for (const row of rows) {
    const { server, tool, status } = row;
    const known = tools.get(keyOf(row)) ?? { server, tool, sums: newSums(), ended: 0, durationMs: 0 };
    tools.set(keyOf(row), known);
    addTo(known.sums, row);
    if (status === 'running' || status === 'interrupted') continue;
    known.ended += Number(row.calls);
    known.durationMs += Number(row.duration_ms);
  }
  return tools;
}

/** Highest first, then by name for a stable order. */
function ranked(tools: readonly ToolSums[], by: (tool: ToolSums) => number): readonly ToolSums[] {
  return tools.toSorted((a, b) => by(b) - by(a) || (keyOf(a) < keyOf(b) ? -1 : 1));
}

interface NewestVersion {
  readonly title: string;
  readonly class: string;
}

async function newestVersions(
  db: Kysely<Schema>,
  tools: readonly ToolSums[],
): Promise<ReadonlyMap<string, NewestVersion>> {
  const known = new Map(tools.filter(({ server }) => server !== '').map((tool) => [keyOf(tool), tool]));
  if (known.size === 0) return new Map();
  const rows = await db
    .selectFrom('tool_versions')
    .select(['server', 'tool', 'title', 'class'])
    .where((eb) => eb.or([...known.values()].map(({ server, tool }) => eb.and({ server, tool }))))
    .orderBy('last_seen')
    .execute();
  // The last row wins.
  return new Map(rows.map((row) => [keyOf(row), row]));
}

function toToolStats(
  { server, tool, sums, ended, durationMs }: ToolSums,
  newest: NewestVersion | undefined,
): ToolStats {
  return {
    server: server === '' ? null : server,
    tool,
    title: newest?.title ?? tool,
    // From a tool version.
    class: (newest?.class as ToolClassName | undefined) ?? null,
    ...toTotals(sums),
    average_ms: ended === 0 ? null : durationMs / ended,
  };
}

const keyOf = ({ server, tool }: { readonly server: string; readonly tool: string }): string =>
  JSON.stringify([server, tool]);
