import type { Engine } from '../engine.ts';

/** The most rows to delete at once. */
const EVENTS_PER_PIECE = 1_000;
const VERSIONS_PER_PIECE = 20;
const APPROVALS_PER_PIECE = 500;

/** Deletes the oldest event batches beyond `limit`, and returns whether there are more. */
export async function trimEvents({ db, transact }: Engine, limit: number): Promise<boolean> {
  const last = await db
    .selectFrom('events')
    .select('batch')
    .orderBy('batch', 'desc')
    .offset(limit)
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return false;
  const first = await db.selectFrom('events').select('batch').orderBy('batch').limit(1).executeTakeFirstOrThrow();
  const until = Math.min(last.batch, first.batch + EVENTS_PER_PIECE - 1);
  await transact((tx) => tx.run([db.deleteFrom('events').where('batch', '<=', until).compile()]), false);
  return until < last.batch;
}

/** Deletes old approvals without a session; others are deleted with theirs. */
export async function trimApprovals({ db, transact }: Engine, oldest: number): Promise<boolean> {
  const orphans = db
    .selectFrom('approvals')
    .select('approvals.id')
    .where('approvals.requested_at', '<', oldest)
    .where(({ exists, not, selectFrom }) =>
      not(exists(selectFrom('sessions').select('sessions.id').whereRef('sessions.id', '=', 'approvals.session_id'))),
    )
    .limit(APPROVALS_PER_PIECE);
  return transact(async (tx) => {
    const [count = 0] = await tx.run([db.deleteFrom('approvals').where('id', 'in', orphans).compile()]);
    return count === APPROVALS_PER_PIECE;
  }, false);
}

/** Deletes old tool versions, except the newest of a tool and those with calls, which hold the calls' hints. */
export async function trimVersions({ db, transact }: Engine, oldest: number): Promise<boolean> {
  const unused = db
    .selectFrom('tool_versions as version')
    .select('version.id')
    .where('version.last_seen', '<', oldest)
    .where(({ exists, not, selectFrom }) => {
      const newer = selectFrom('tool_versions as newer')
        .select('newer.id')
        .whereRef('newer.server', '=', 'version.server')
        .whereRef('newer.tool', '=', 'version.tool')
        .whereRef('newer.last_seen', '>', 'version.last_seen');
      const used = selectFrom('calls')
        .select('calls.seq')
        .whereRef('calls.tool', '=', 'version.tool')
        .whereRef('calls.version_id', '=', 'version.id');
      return exists(newer).and(not(exists(used)));
    })
    .limit(VERSIONS_PER_PIECE);
  return transact(async (tx) => {
    // In one transaction, because a call may begin with an old version meanwhile.
    const [rows = []] = await tx.read<{ id: string }>([unused.compile()]);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await tx.run([db.deleteFrom('tool_versions').where('id', 'in', ids).compile()]);
    return ids.length === VERSIONS_PER_PIECE;
  }, false);
}
