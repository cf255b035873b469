import type { ToolCall, ToolCallDetail } from '@toolmark/api-contract';
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Schema } from '../schema.ts';
import type { CallFilter, ExportOptions, StoreReader } from '../store.ts';
import { BODY_COLUMNS, type CallRowWithBodies, toToolCallDetail } from './bodies.ts';
import { fitConditions, rangeConditions } from './call-conditions.ts';
import { CALL_COLUMNS, type CallRow, toToolCall } from './call-rows.ts';
import { isEmpty, type KeyRange, overlap, rangeOf } from './key-range.ts';
import { readRounds } from './rounds.ts';
import { termsOf } from './search-calls.ts';
import type { VersionsById } from './version-facts.ts';
import { readWaits } from './waits.ts';

/** The most calls scanned for one chunk, because other reads wait meanwhile. */
const WINDOW = 10_000;

/**
 * Exports calls in chunks, oldest first. A chunk may be empty without being the last. Calls added meanwhile come in
 * later chunks; the last chunk is the one after which none existed when it was read.
 */
export function createExport(engine: Engine, versionsOf: VersionsById): StoreReader['export'] {
  return async (filter, options) => {
    const asked = rangeOf(filter);
    const { after } = options;
    const left = after === undefined ? asked : overlap(asked, { from: after + 1, below: asked.below });
    if (isEmpty(left)) return { calls: [], next: undefined };
    const window = await windowIn(engine.db, left, filter);
    const find = filter.q === undefined ? undefined : await engine.text.search(engine.db, termsOf(filter.q));
    const words = find === undefined ? [] : [sql<SqlBool>`calls.seq in ${find(window)}`];
    const conditions = [...rangeConditions(window), ...fitConditions(filter), ...words];
    const { calls, last } = await readCalls(engine.db, conditions, options, versionsOf);
    if (calls.length === options.limit) return { calls, next: last };
    return { calls, next: window.below < left.below ? window.below - 1 : undefined };
  };
}

/** The next keys, of the session if there is one, up to the scan limit. */
async function windowIn(db: Kysely<Schema>, left: KeyRange, { sessionId }: CallFilter): Promise<KeyRange> {
  const end = await db
    .selectFrom('calls')
    .select('calls.seq')
    .where((eb) => eb.and([...rangeConditions(left), ...fitConditions(sessionId === undefined ? {} : { sessionId })]))
    .orderBy('calls.seq')
    .limit(1)
    .offset(WINDOW)
    .executeTakeFirst();
  return end === undefined ? left : { from: left.from, below: end.seq };
}

async function readCalls(
  db: Kysely<Schema>,
  conditions: readonly Expression<SqlBool>[],
  { limit, withBodies }: ExportOptions,
  versionsOf: VersionsById,
) {
  const query = db
    .selectFrom('calls')
    .select(CALL_COLUMNS)
    .where((eb) => eb.and([...conditions]))
    .orderBy('calls.seq')
    .limit(limit);
  const rows: readonly (CallRow | CallRowWithBodies)[] = withBodies
    ? await query.leftJoin('call_bodies', 'call_bodies.seq', 'calls.seq').select(BODY_COLUMNS).execute()
    : await query.execute();
  const versions = await versionsOf(rows.map((row) => row.version_id));
  const waitOf = await readWaits(db, rows);
  const [first, last] = [rows.at(0)?.seq ?? 0, rows.at(-1)?.seq];
  const rounds = withBodies ? await readRounds(db, { from: first, to: last ?? first }) : undefined;
  const toCall = (row: CallRow | CallRowWithBodies): ToolCall | ToolCallDetail => {
    const version = versions.get(row.version_id);
    const waited = waitOf(row);
    return 'arguments' in row
      ? toToolCallDetail(row, version, rounds?.get(row.seq), waited)
      : toToolCall(row, version, waited);
  };
  return { calls: rows.map(toCall), last };
}
