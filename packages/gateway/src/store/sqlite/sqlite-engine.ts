import { chmodSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Engine, Statement } from '../engine.ts';
import { migrationsFor } from '../migrations/migrations.ts';
import type { Schema } from '../schema.ts';
import { forKysely, statementsOf, toBindable } from './sqlite-driver.ts';
import { SQLITE_TYPES, sqliteText } from './sqlite-text.ts';

export interface SqliteOptions {
  /** A file, or `:memory:`. */
  readonly file: string;
  /** For who only reads: nothing is migrated, and writing is an error. */
  readonly readOnly?: boolean;
}

/** How long one gateway waits for another that writes to the same file. */
const BUSY_MS = 5_000;

/**
 * Opens the file, makes it if it is not there, and brings it up to date. Throws when that cannot be: a file that is no database,
 * a disk that is full, a file that a newer version has written.
 */
export async function openSqlite({ file, readOnly = false }: SqliteOptions): Promise<Engine> {
  const database = new DatabaseSync(file, { readOnly, timeout: BUSY_MS });
  try {
    if (!readOnly && file !== ':memory:') chmodSync(file, 0o600);
    database.exec('PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY; PRAGMA foreign_keys = ON;');
    if (!readOnly)
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000;');
    const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: forKysely(database) }) });
    if (!readOnly) await migrate(db, database);
    return engineOn(db, database, file);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** All or nothing, and by one gateway at a time. */
async function migrate(db: Kysely<Schema>, database: DatabaseSync): Promise<void> {
  database.exec('BEGIN IMMEDIATE');
  const migrations = migrationsFor({ types: SQLITE_TYPES, text: sqliteText });
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
  }).migrateToLatest();
  if (error !== undefined) {
    database.exec('ROLLBACK');
    throw error;
  }
  database.exec('COMMIT');
}

function engineOn(db: Kysely<Schema>, database: DatabaseSync, file: string): Engine {
  const prepare = statementsOf(database);
  let isFull = true;
  const synchronize = (isDurable: boolean): void => {
    if (isDurable === isFull) return;
    database.exec(`PRAGMA synchronous = ${isDurable ? 'FULL' : 'NORMAL'}`);
    isFull = isDurable;
  };
  const run = (statements: readonly Statement[]): void => {
    for (const { sql, parameters } of statements) prepare(sql).run(...parameters.map(toBindable));
  };
  return {
    db,
    types: SQLITE_TYPES,
    text: sqliteText,
    transact: async (statements, isDurable) => {
      synchronize(isDurable);
      database.exec('BEGIN IMMEDIATE');
      try {
        run(statements);
        database.exec('COMMIT');
      } catch (error) {
        // A full disk may have ended the transaction already.
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    },
    size: async () => (file === ':memory:' ? 0 : sizeOf(file) + sizeOf(`${file}-wal`)),
    maintain: async () => {
      database.exec('PRAGMA optimize; PRAGMA wal_checkpoint(PASSIVE);');
    },
    close: async () => {
      await db.destroy();
      if (database.isOpen) database.close();
    },
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
