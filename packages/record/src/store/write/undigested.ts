import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Body, Readable } from '../../entry.ts';
import { decodeBody } from '../body-codec.ts';
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
  return rows.map((row) => ({ seq: row.seq, arguments: argumentsOf(row), result: resultOf(row) }));
}

function others(db: Kysely<Schema>, ours: readonly string[]): SelectQueryBuilder<Schema, 'instances', { id: string }> {
  const living = db.selectFrom('instances').select('id');
  return ours.length === 0 ? living : living.where('id', 'not in', ours);
}

function argumentsOf(row: CallBodiesTable): Body | null {
  const text = textOf(row.arguments, row.arguments_encoding);
  if (text === undefined) return null;
  return {
    text,
    bytes: row.arguments_bytes,
    isCut: row.arguments_cut === 1,
    redactions: row.arguments_redactions,
  };
}

function resultOf(row: CallBodiesTable): Body | null {
  const text = textOf(row.result, row.result_encoding);
  if (text === undefined) return null;
  const body = {
    text,
    bytes: row.result_bytes,
    isCut: row.result_cut === 1,
    redactions: row.result_redactions,
  };
  // Written by `toResultColumns` from this type.
  return row.result_readable === null ? body : { ...body, readable: JSON.parse(row.result_readable) as Readable };
}

/** An unreadable body counts as empty, so that later calls are counted. */
function textOf(bytes: Uint8Array | null, encoding: number): string | undefined {
  try {
    return bytes === null ? undefined : decodeBody(bytes, encoding);
  } catch {
    return undefined;
  }
}
