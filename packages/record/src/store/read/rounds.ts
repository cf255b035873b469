import type { CallRound } from '@toolmark/api-contract';
import type { Kysely } from 'kysely';
import { fromBodyColumns } from '../body-columns.ts';
import type { CallRoundsTable, Schema } from '../schema.ts';
import { toCallBody } from './bodies.ts';

/** The later rounds of the calls in a closed key range, in order; calls without any are missing. */
export async function readRounds(
  db: Kysely<Schema>,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<ReadonlyMap<number, readonly CallRound[]>> {
  const rows = await db
    .selectFrom('call_rounds')
    .selectAll()
    .where('seq', '>=', from)
    .where('seq', '<=', to)
    .orderBy('seq')
    .orderBy('round')
    .execute();
  const bySeq = new Map<number, CallRound[]>();
  for (const row of rows) {
    const known = bySeq.get(row.seq) ?? [];
    known.push(toRound(row));
    bySeq.set(row.seq, known);
  }
  return bySeq;
}

const toRound = (row: CallRoundsTable): CallRound => ({
  at: new Date(row.at).toISOString(),
  others: toCallBody(fromBodyColumns('others', row)),
  params_digest: row.params_digest,
});
