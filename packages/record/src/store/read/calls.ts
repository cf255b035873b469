import type { Kysely } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Schema } from '../schema.ts';
import type { CallFilter, StoreReader } from '../store.ts';
import { fitConditions, rangeConditions } from './call-conditions.ts';
import { CALL_COLUMNS, toToolCall } from './call-rows.ts';
import { cellsOf, totalOf } from './cells.ts';
import { toCursor } from './cursor.ts';
import { overlap, rangeOf } from './key-range.ts';
import { searchCalls, termsOf } from './search-calls.ts';
import { type FoundCalls, type Slice, toSlice } from './slice.ts';
import type { VersionsById } from './version-facts.ts';
import { readWaits } from './waits.ts';
import { walkCells } from './walk-cells.ts';

/** A page of calls, newest first. */
export function createCalls(engine: Engine, versionsOf: VersionsById): StoreReader['calls'] {
  return async (filter, page) => {
    const { rows, total, isExact } = await findCalls(engine, filter, toSlice(page));
    const shown = rows.slice(0, page.limit);
    const versions = await versionsOf(shown.map((row) => row.version_id));
    const waitOf = await readWaits(engine.db, shown);
    const last = shown.at(-1);
    return {
      tool_calls: shown.map((row) => toToolCall(row, versions.get(row.version_id), waitOf(row))),
      total,
      total_is_exact: isExact,
      limit: page.limit,
      offset: page.cursor === undefined ? page.offset : 0,
      next_cursor: last !== undefined && rows.length > page.limit ? toCursor(last.seq) : null,
    };
  };
}

async function findCalls(engine: Engine, filter: CallFilter, slice: Slice): Promise<FoundCalls> {
  const { q } = filter;
  if (q !== undefined) return searchCalls(engine, filter, { terms: termsOf(q), slice });
  if (filter.sessionId !== undefined) return callsOfSession(engine.db, filter, slice);
  const cells = await cellsOf(engine.db, filter);
  return { rows: await walkCells(engine.db, filter, cells, slice), total: totalOf(cells), isExact: true };
}

/** A session has its own index, and few enough calls to count. */
async function callsOfSession(
  db: Kysely<Schema>,
  filter: CallFilter,
  { skip, below, take }: Slice,
): Promise<FoundCalls> {
  const asked = rangeOf(filter);
  const fits = fitConditions(filter);
  const counted = await db
    .selectFrom('calls')
    .select(({ fn }) => fn.countAll().as('calls'))
    .where((eb) => eb.and([...rangeConditions(asked), ...fits]))
    .executeTakeFirst();
  const rows = await db
    .selectFrom('calls')
    .select(CALL_COLUMNS)
    .where((eb) => eb.and([...rangeConditions(overlap(asked, { from: 0, below })), ...fits]))
    .orderBy('calls.seq', 'desc')
    .limit(take)
    .offset(skip)
    .execute();
  return { rows, total: Number(counted?.calls ?? 0), isExact: true };
}
