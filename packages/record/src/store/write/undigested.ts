import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Body, Readable } from '../../entry.ts';
import { fromBodyColumns } from '../body-columns.ts';
import type { CallBodiesTable, Schema } from '../schema.ts';
import type { Undigested } from '../store.ts';

/** Uncounted calls, oldest first. Excludes those of other live gateways, so that none is counted twice. */
export async function readUndigested(
  db: Kysely<Schema>,
  limit: number,
  ours: readonly string[],
): Promise<readonly Undigested[]> {
  const rows = await db
    .selectFrom('calls')
    .innerJoin('call_bodies', 'call_bodies.seq', 'calls.seq')
    .selectAll('call_bodies')
    // A literal, because a partial index is used only if the statement repeats its condition.
    .where('calls.digested', '=', sql.lit(0))
    .where('calls.instance_id', 'not in', others(db, ours))
    .orderBy('calls.seq')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ seq: row.seq, arguments: bodyOf(row, 'arguments'), result: resultOf(row) }));
}

function others(db: Kysely<Schema>, ours: readonly string[]): SelectQueryBuilder<Schema, 'instances', { id: string }> {
  const living = db.selectFrom('instances').select('id');
  return ours.length === 0 ? living : living.where('id', 'not in', ours);
}

function resultOf(row: CallBodiesTable): Body | null {
  const body = bodyOf(row, 'result');
  if (body === null || row.result_readable === null) return body;
  // Written by `toResultColumns` from this type.
  return { ...body, readable: JSON.parse(row.result_readable) as Readable };
}

/** An unreadable body counts as empty, so that later calls are counted. */
function bodyOf(row: CallBodiesTable, name: 'arguments' | 'result'): Body | null {
  try {
    return fromBodyColumns(name, row);
  } catch {
    return null;
  }
}
