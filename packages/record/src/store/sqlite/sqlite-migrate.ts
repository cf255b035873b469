import type { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrationsFor } from '../migrations/migrations.ts';
import type { Schema } from '../schema.ts';
import { checkFileFormat } from './check-file-format.ts';
import { SQLITE_TYPES, sqliteText } from './sqlite-text.ts';

/** In one transaction, by one gateway at a time. */
export async function migrateSqlite(db: Kysely<Schema>, database: DatabaseSync, eventsFrom: number): Promise<void> {
  const migrations = migrationsFor({ types: SQLITE_TYPES, text: sqliteText, eventsFrom });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  database.exec('BEGIN IMMEDIATE');
  try {
    checkFileFormat(database);
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw error instanceof Error ? error : new Error(String(error));
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
