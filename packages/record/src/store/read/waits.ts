import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import type { CallRow } from './call-rows.ts';

/** How long a call waited for a person, in milliseconds; `undefined` if nobody was asked about it. */
export type WaitOf = (row: CallRow) => number | undefined;

/** Looks up the waits of these calls. An answer given earlier, for the session or for good, made none of them wait. */
export async function readWaits(db: Kysely<Schema>, rows: readonly CallRow[]): Promise<WaitOf> {
  const ids = rows.flatMap(({ approval_id: id }) => (id === null ? [] : [id]));
  if (ids.length === 0) return () => undefined;
  const asked = await db
    .selectFrom('approvals')
    .select(['id', 'call_id', 'requested_at', 'resolved_at'])
    .where('id', 'in', [...new Set(ids)])
    .where('waits', '=', 1)
    .execute();
  const byCall = new Map(asked.map((one) => [one.call_id, one]));
  return ({ id, duration_ms: duration }) => {
    const { requested_at: from, resolved_at: to = null } = byCall.get(id) ?? {};
    if (from === undefined || to === null) return undefined;
    // Both times are rounded; a wait is never longer than its call.
    return Math.max(0, Math.min(to - from, duration ?? to - from));
  };
}
