import type { ToolCallDetail } from '@toolmark/api-contract';
import type { Kysely } from 'kysely';
import { seqOf } from '../../sequence.ts';
import type { Schema } from '../schema.ts';
import type { StoreReader } from '../store.ts';
import { BODY_COLUMNS, toToolCallDetail } from './bodies.ts';
import { CALL_COLUMNS } from './call-rows.ts';
import { readRounds } from './rounds.ts';
import type { VersionsById } from './version-facts.ts';
import { readWaits } from './waits.ts';

/** A call whose key was taken gets the next free one and keeps its id, so it is at most one millisecond's keys away. */
export const MAX_MOVED = 2_048;

/** One call with its arguments and result. The id contains the key. */
export function createCall(db: Kysely<Schema>, versionsOf: VersionsById): StoreReader['call'] {
  return async (id) => {
    const seq = seqOf(id);
    if (seq === undefined) return undefined;
    const row = await db
      .selectFrom('calls')
      .leftJoin('call_bodies', 'call_bodies.seq', 'calls.seq')
      .select([...CALL_COLUMNS, ...BODY_COLUMNS])
      .where('calls.seq', '>=', seq)
      .where('calls.seq', '<', seq + MAX_MOVED)
      .where('calls.id', '=', id)
      .orderBy('calls.seq')
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const versions = await versionsOf([row.version_id]);
    const rounds = await readRounds(db, { from: row.seq, to: row.seq });
    const waitOf = await readWaits(db, [row]);
    const call = toToolCallDetail(row, versions.get(row.version_id), rounds.get(row.seq), waitOf(row));
    return call.decision === null ? { ...call, ...(await questionAbout(db, id)) } : call;
  };
}

/**
 * The decision is stored at the end of a call. For a waiting or interrupted call, it comes from the approval request.
 */
async function questionAbout(
  db: Kysely<Schema>,
  id: string,
): Promise<Pick<ToolCallDetail, 'approval_id' | 'decision'> | undefined> {
  const asked = await db
    .selectFrom('approvals')
    .select(['id', 'rule', 'reason'])
    .where('call_id', '=', id)
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return asked && { approval_id: asked.id, decision: { kind: 'ask', rule: asked.rule, reason: asked.reason } };
}
