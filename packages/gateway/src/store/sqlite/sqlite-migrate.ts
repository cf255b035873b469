import type { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import { migrationsFor } from '../migrations/migrations.ts';
import type { Schema } from '../schema.ts';
import { SQLITE_TYPES, sqliteText } from './sqlite-text.ts';

/** All or nothing, and by one gateway at a time. */
export async function migrateSqlite(db: Kysely<Schema>, database: DatabaseSync, eventsFrom: number): Promise<void> {
  const migrations = migrationsFor({ types: SQLITE_TYPES, text: sqliteText, eventsFrom });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  database.exec('BEGIN IMMEDIATE');
  try {
    refuseNewer(database, Object.keys(migrations));
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw error instanceof Error ? error : new Error(String(error));
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function refuseNewer(database: DatabaseSync, known: readonly string[]): void {
  const isNew =
    database.prepare(`select 1 from sqlite_schema where name = '${DEFAULT_MIGRATION_TABLE}'`).get() === undefined;
  if (isNew) return;
  const done = database.prepare(`select name from ${DEFAULT_MIGRATION_TABLE} order by name`).all();
  const unknown = done.map(({ name }) => String(name)).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new Error(
    `A newer version of Toolmark has written this record: it has been through migration "${unknown}", and this version knows none after "${known.at(-1)}".`,
  );
}
