import { type CallStatusName, callStatuses, type StatsBucket, type ToolClassName } from '@toolmark/api-contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import type { StoreReader } from '../store.ts';
import { HOUR_MS } from './key-range.ts';
import { type Grid, gridOf } from './stats-grid.ts';
import { toolStats } from './stats-tools.ts';
import { addTo, newSums, type Sums, toTotals } from './sums.ts';

/** Statistics of a time range, from stored totals. */
export function createStats(db: Kysely<Schema>): StoreReader['stats'] {
  return async (query) => {
    const grid = gridOf(query);
    const all = newSlice(grid.first);
    const byStatus = Object.fromEntries(callStatuses.map((status) => [status, 0])) as Record<CallStatusName, number>;
    const slices = Array.from({ length: grid.count }, (_, index) => newSlice(grid.first + index * grid.length));
    for (const row of await totalsOf(db, grid)) {
      const slice = slices[row.slice];
      for (const { sums, byClass } of slice === undefined ? [all] : [all, slice]) {
        addTo(sums, row);
        if (isClass(row.class)) byClass[row.class] += Number(row.calls);
      }
      // Written by the recorder with these values only.
      byStatus[row.status as CallStatusName] += Number(row.calls);
    }
    const tools = await toolStats(db, grid, query.tools);
    return {
      from: toMoment(grid.first),
      to: toMoment(grid.end),
      ...toTotals(all.sums),
      by_class: all.byClass,
      by_status: byStatus,
      ...(await countSessions(db, grid)),
      timeline: slices.map(toBucket),
      busiest_tools: tools.busiest,
      failing_tools: tools.failing,
    };
  };
}

interface Slice {
  readonly hour: number;
  readonly sums: Sums;
  readonly byClass: Record<ToolClassName, number>;
}

const newSlice = (hour: number): Slice => ({
  hour,
  sums: newSums(),
  byClass: { read: 0, additive: 0, destructive: 0 },
});

const toBucket = ({ hour, sums, byClass }: Slice): StatsBucket => ({
  from: toMoment(hour),
  ...toTotals(sums),
  by_class: byClass,
});

const toMoment = (hour: number): string => new Date(hour * HOUR_MS).toISOString();

const isClass = (name: string): name is ToolClassName =>
  name === 'read' || name === 'additive' || name === 'destructive';

/** By slice, class and status. */
async function totalsOf(db: Kysely<Schema>, { first, end, length }: Grid) {
  // Integer division gives integers in every engine. Literals, because two parameters would count as different
  // expressions.
  const slice = sql<number>`(hour - ${sql.lit(first)}) / ${sql.lit(length)}`;
  return db
    .selectFrom('call_totals_by_class')
    .select(({ fn }) => [
      slice.as('slice'),
      'class',
      'status',
      fn.sum('calls').as('calls'),
      fn.sum('input_tokens').as('input_tokens'),
      fn.sum('output_tokens').as('output_tokens'),
    ])
    .where('hour', '>=', first)
    .where('hour', '<', end)
    .groupBy([slice, 'class', 'status'])
    .execute();
}

/** Sessions active now, and sessions active at any time in the range. */
async function countSessions(
  db: Kysely<Schema>,
  { first, end }: Grid,
): Promise<{ readonly active_sessions: number; readonly sessions: number }> {
  const active = await db
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll().as('sessions'))
    .where('status', '=', 'active')
    .executeTakeFirst();
  const during = await db
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll().as('sessions'))
    .where('start_time', '<', end * HOUR_MS)
    .where((eb) => eb.or([eb('end_time', 'is', null), eb('end_time', '>=', first * HOUR_MS)]))
    .executeTakeFirst();
  return { active_sessions: Number(active?.sessions ?? 0), sessions: Number(during?.sessions ?? 0) };
}
