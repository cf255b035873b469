import { type JsonObject, parseJson } from '@toolmark/base';
import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import type { StoreReader } from '../store.ts';

/** Every version of a tool, last seen first. */
export function createVersionHistory(db: Kysely<Schema>): StoreReader['versions'] {
  return async (server, tool) => {
    const rows = await db
      .selectFrom('tool_versions')
      .select(['id', 'definition', 'hints', 'prose', 'first_seen', 'last_seen'])
      .where('server', '=', server)
      .where('tool', '=', tool)
      .orderBy('last_seen', 'desc')
      .orderBy('first_seen', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      // The recorder only writes objects.
      definition: parseJson(row.definition) as JsonObject,
      hints: row.hints,
      prose: row.prose,
      firstSeen: row.first_seen,
      lastSeen: row.last_seen,
    }));
  };
}
