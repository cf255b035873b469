import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import type { StoreReader } from '../store.ts';

/** Event batches after a given one; `undefined` if some are deleted, or the id belongs to another record. */
export function createEventsAfter(db: Kysely<Schema>): StoreReader['eventsAfter'] {
  return async (batch, limit) => {
    const { oldest, newest } = await boundsOf(db);
    if (batch > newest || batch < oldest - 1) return undefined;
    const rows = await db
      .selectFrom('events')
      .select(['batch', 'events'])
      .where('batch', '>', batch)
      .orderBy('batch')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      batch: row.batch,
      // The writer only stores texts here.
      events: JSON.parse(row.events) as readonly string[],
    }));
  };
}

export function createLastEvent(db: Kysely<Schema>): StoreReader['lastEvent'] {
  return async () => (await boundsOf(db)).newest;
}

async function boundsOf(db: Kysely<Schema>): Promise<{ readonly oldest: number; readonly newest: number }> {
  // Two queries, each answered from one end of the index; a combined one would scan all of it.
  const oldest = await db.selectFrom('events').select('batch').orderBy('batch').limit(1).executeTakeFirst();
  const newest = await db.selectFrom('events').select('batch').orderBy('batch', 'desc').limit(1).executeTakeFirst();
  return { oldest: oldest?.batch ?? 1, newest: newest?.batch ?? 0 };
}
