import type { ToolUsage } from '@toolmark/api-contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import type { StoreReader } from '../store.ts';
import { HOUR_MS } from './key-range.ts';
import { gridOf } from './stats-grid.ts';
import { addTo, newSums, type Sums, toTotals } from './sums.ts';
import { toolTotals } from './tool-totals.ts';

/** Usage by tool in a time range, from stored totals rather than the calls. */
export function createUsage(db: Kysely<Schema>): StoreReader['usage'] {
  return async ({ from, to }) => {
    const grid = gridOf({ from, to, buckets: 1 });
    const tools = new Map<string, Used>();
    for (const row of await toolTotals(db, grid)) {
      const { server, tool, hour } = row;
      if (server === '') continue;
      const key = JSON.stringify([server, tool]);
      const known = tools.get(key) ?? { server, tool, sums: newSums(), lastHour: 0 };
      tools.set(key, known);
      addTo(known.sums, row);
      known.lastHour = Math.max(known.lastHour, Number(hour));
    }
    const usage = [...tools.values()].map(toUsage).sort(byName);
    return { from: toMoment(grid.first), to: toMoment(grid.end), usage };
  };
}

interface Used {
  readonly server: string;
  readonly tool: string;
  readonly sums: Sums;
  lastHour: number;
}

function toUsage({ server, tool, sums, lastHour }: Used): ToolUsage {
  const { calls, errors, total_tokens } = toTotals(sums);
  return { server, tool, calls, errors, total_tokens, last_call: toMoment(lastHour) };
}

const byName = (a: ToolUsage, b: ToolUsage): number => compare(a.server, b.server) || compare(a.tool, b.tool);

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const toMoment = (hour: number): string => new Date(hour * HOUR_MS).toISOString();
