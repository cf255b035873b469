import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Body, Readable } from '../../entry.ts';
import { decodeBody } from '../body-codec.ts';
import type { CallBodiesTable, Schema } from '../schema.ts';
import type { Undigested } from '../store.ts';

/** Calls that wait to be counted, oldest first. Other gateways count their own, so that nothing is counted by two of them. */
export async function readUndigested(
  db: Kysely<Schema>,
  limit: number,
  ours: readonly string[],
): Promise<readonly Undigested[]> {
  const rows = await db
    .selectFrom('calls')
    .innerJoin('call_bodies', 'call_bodies.seq', 'calls.seq')
    .selectAll('call_bodies')
    // As text in the statement: an index of a part of a table is used only where the statement names that part.
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
  // Written by `toResultColumns`, from a value of this type.
  return row.result_readable === null ? body : { ...body, readable: JSON.parse(row.result_readable) as Readable };
}

/** One that cannot be read any more is counted as none: the calls behind it are to be counted all the same. */
function textOf(bytes: Uint8Array | null, encoding: number): string | undefined {
  try {
    return bytes === null ? undefined : decodeBody(bytes, encoding);
  } catch {
    return undefined;
  }
}
