import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Schema } from '../schema.ts';
import type { CallFilter, ExportOptions, StoreReader } from '../store.ts';
import { BODY_COLUMNS, toToolCallDetail } from './bodies.ts';
import { fitConditions, rangeConditions } from './call-conditions.ts';
import { CALL_COLUMNS, toToolCall } from './call-rows.ts';
import { isEmpty, type KeyRange, overlap, rangeOf } from './key-range.ts';
import type { VersionsById } from './version-facts.ts';

/** How many calls are looked at for one piece, whether they fit or not: nobody else can read meanwhile. */
const WINDOW = 10_000;

type Condition = Expression<SqlBool>;

/**
 * Calls, oldest first, piece by piece. A piece may have no calls and still not be the last. What is added meanwhile comes after
 * everything that was handed out, and so in a later piece; where nothing more was there when a piece was read, that one is the last.
 */
export function createExport(engine: Engine, versionsOf: VersionsById): StoreReader['export'] {
  return async (filter, options) => {
    const asked = rangeOf(filter);
    const { after } = options;
    const left = after === undefined ? asked : overlap(asked, { from: after + 1, below: asked.below });
    if (isEmpty(left)) return { calls: [], next: undefined };
    const window = await windowIn(engine.db, left, filter);
    const words = wordsCondition(engine, filter, window);
    if (words === 'unsearchable') return { calls: [], next: undefined };

    const conditions = [...rangeConditions(window), ...fitConditions(filter), ...words];
    const { calls, last } = await (options.withBodies ? readDetails : readCalls)(
      engine.db,
      conditions,
      options,
      versionsOf,
    );
    if (calls.length === options.limit) return { calls, next: last };
    return { calls, next: window.below < left.below ? window.below - 1 : undefined };
  };
}

/** The keys of the next calls, of the session if it is one, and not more of them than are looked at. */
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

/** Where `q` has no word nothing is handed out, as in lists. */
function wordsCondition({ text }: Engine, { q }: CallFilter, range: KeyRange): readonly Condition[] | 'unsearchable' {
  if (q === undefined || q.trim() === '') return [];
  const found = text.find(q, range);
  return found === undefined ? 'unsearchable' : [sql<SqlBool>`calls.seq in ${found}`];
}

async function readCalls(
  db: Kysely<Schema>,
  conditions: readonly Condition[],
  { limit }: ExportOptions,
  versionsOf: VersionsById,
) {
  const rows = await db
    .selectFrom('calls')
    .select(CALL_COLUMNS)
    .where((eb) => eb.and([...conditions]))
    .orderBy('calls.seq')
    .limit(limit)
    .execute();
  const versions = await versionsOf(rows.map((row) => row.version_id));
  return { calls: rows.map((row) => toToolCall(row, versions.get(row.version_id))), last: rows.at(-1)?.seq };
}

async function readDetails(
  db: Kysely<Schema>,
  conditions: readonly Condition[],
  { limit }: ExportOptions,
  versionsOf: VersionsById,
) {
  const rows = await db
    .selectFrom('calls')
    .leftJoin('call_bodies', 'call_bodies.seq', 'calls.seq')
    .select([...CALL_COLUMNS, ...BODY_COLUMNS])
    .where((eb) => eb.and([...conditions]))
    .orderBy('calls.seq')
    .limit(limit)
    .execute();
  const versions = await versionsOf(rows.map((row) => row.version_id));
  return { calls: rows.map((row) => toToolCallDetail(row, versions.get(row.version_id))), last: rows.at(-1)?.seq };
}
