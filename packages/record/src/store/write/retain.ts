import type { Kysely } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Schema } from '../schema.ts';
import type { Retained, RetentionLimits } from '../store.ts';
import { createDeleteStatements, deleteSession } from './delete-session.ts';
import type { TotalsStatements } from './totals-statements.ts';
import { trimApprovals, trimEvents, trimVersions } from './trim.ts';

/** The work per chunk: about 50 ms. A larger session is deleted alone in one chunk. */
const CALLS_PER_PIECE = 500;
const SESSIONS_PER_PIECE = 50;
const DAY_MS = 86_400_000;
/** Finding tool versions without calls needs a scan. */
const VERSIONS_EVERY_MS = 3_600_000;

/**
 * Creates the function that deletes the oldest data beyond the limits.
 *
 * @example
 * const retain = createRetention(engine, statements.totals);
 * while ((await retain(limits, Date.now())).hasMore);
 */
export function createRetention(
  engine: Engine,
  totals: readonly TotalsStatements[],
): (limits: RetentionLimits, now: number) => Promise<Retained> {
  const parts = { statements: createDeleteStatements(engine.db), totals, text: engine.text };
  const remove = (id: string): Promise<number> =>
    // Not durable: a deletion lost in a power failure is repeated.
    engine.transact((tx) => deleteSession(tx, id, parts), false);

  let nextVersions = Number.NEGATIVE_INFINITY;

  return async (limits, now) => {
    const oldest = now - limits.days * DAY_MS;
    let sessions = 0;
    let calls = 0;
    let isFull = false;
    while (calls < CALLS_PER_PIECE && sessions < SESSIONS_PER_PIECE) {
      const next =
        (await stale(engine.db, oldest)) ??
        (await unused(engine.db, now - DAY_MS)) ??
        (await surplus(engine.db, limits.sessions)) ??
        (await oversize(engine, limits));
      if (next === undefined) break;
      isFull = sessions > 0 && calls + next.tool_call_count > CALLS_PER_PIECE;
      if (isFull) break;
      calls += await remove(next.id);
      sessions += 1;
    }
    isFull ||= calls >= CALLS_PER_PIECE || sessions >= SESSIONS_PER_PIECE;
    const hasEvents = await trimEvents(engine, limits.events);
    const hasApprovals = await trimApprovals(engine, oldest);
    const isDue = !isFull && now >= nextVersions;
    const hasVersions = isDue && (await trimVersions(engine, oldest));
    if (isDue && !hasVersions) nextVersions = now + VERSIONS_EVERY_MS;
    return { sessions, calls, hasMore: isFull || hasEvents || hasApprovals || hasVersions };
  };
}

/** A session that was idle for too long. */
function stale(db: Kysely<Schema>, oldest: number): Promise<Candidate | undefined> {
  return db
    .selectFrom('sessions')
    .select(CANDIDATE)
    .where('last_activity', '<', oldest)
    .orderBy('last_activity')
    .limit(1)
    .executeTakeFirst();
}

/**
 * The oldest session that ended without a call, before this time if there is one. They are deleted first, or clients
 * that only check their connection would use up the limit of sessions.
 */
function unused(db: Kysely<Schema>, before = Number.MAX_SAFE_INTEGER): Promise<Candidate | undefined> {
  return db
    .selectFrom('sessions')
    .select(CANDIDATE)
    .where('status', '=', 'closed')
    .where('tool_call_count', '=', 0)
    .where('last_activity', '<', before)
    .orderBy('start_time')
    .limit(1)
    .executeTakeFirst();
}

/** One too many: the oldest closed session. If active ones alone exceed the limit, the longest idle one. */
async function surplus(db: Kysely<Schema>, limit: number): Promise<Candidate | undefined> {
  const { count } = await db
    .selectFrom('sessions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) <= limit) return undefined;
  const closed = (await unused(db)) ?? (await oldestClosed(db));
  if (closed !== undefined) return closed;
  return db.selectFrom('sessions').select(CANDIDATE).orderBy('last_activity').limit(1).executeTakeFirst();
}

/**
 * The oldest closed session while the store is too large. Active sessions are kept whatever their size, because a
 * session without its beginning would be misleading.
 */
async function oversize({ db, size }: Engine, { bytes }: RetentionLimits): Promise<Candidate | undefined> {
  return (await size()) > bytes ? oldestClosed(db) : undefined;
}

function oldestClosed(db: Kysely<Schema>): Promise<Candidate | undefined> {
  return db
    .selectFrom('sessions')
    .select(CANDIDATE)
    .where('status', '=', 'closed')
    .orderBy('start_time')
    .limit(1)
    .executeTakeFirst();
}

const CANDIDATE = ['id', 'tool_call_count'] as const;
type Candidate = Pick<Schema['sessions'], (typeof CANDIDATE)[number]>;
