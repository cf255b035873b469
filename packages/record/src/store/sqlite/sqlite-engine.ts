import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Schema } from '../schema.ts';
import { checkFileFormat } from './check-file-format.ts';
import { CREATE_WORDS } from './prefix-words.ts';
import { sameFile } from './same-file.ts';
import { forKysely } from './sqlite-driver.ts';
import { migrateSqlite } from './sqlite-migrate.ts';
import { SQLITE_TYPES, sqliteText } from './sqlite-text.ts';
import { transactionOn } from './sqlite-transaction.ts';

export interface SqliteOptions {
  /** A file, or `:memory:`. */
  readonly file: string;
  /** For readers: skips migrations, and writes fail. */
  readonly readOnly?: boolean;
  /**
   * The first event number of a new file. By default the time: higher than in any older record, so that a listener with
   * an old record's id is recognized.
   */
  readonly eventsFrom?: number;
}

/** How long one gateway waits for another's write lock. */
const BUSY_MS = 5_000;

/** The WAL's maximum size after a checkpoint. */
const LOG_BYTES = 64 * 1024 * 1024;

/** How many free pages one maintenance round returns to the disk: about 50 ms of work. */
const VACUUM_PAGES = 1_000;

/**
 * Opens, creates or migrates the file. Throws if that fails: another kind of file, a full disk, a file of another
 * version.
 */
export async function openSqlite({ file, readOnly = false, eventsFrom = Date.now() }: SqliteOptions): Promise<Engine> {
  let database: DatabaseSync | undefined;
  try {
    const opened = new DatabaseSync(file, { readOnly, timeout: BUSY_MS });
    database = opened;
    // The first read: a foreign file stays unchanged.
    database.exec('PRAGMA schema_version');
    if (readOnly) checkFileFormat(database);
    else prepareFile(database, file);
    database.exec(`PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY; ${CREATE_WORDS};`);
    const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: forKysely(database) }) });
    if (!readOnly) await inTurn(() => migrateSqlite(db, opened, eventsFrom));
    return engineOn(db, database, sameFile(file));
  } catch (error) {
    if (database?.isOpen === true) database.close();
    throw error;
  }
}

function prepareFile(database: DatabaseSync, file: string): void {
  if (file !== ':memory:') chmodSync(file, 0o600);
  // Only effective before the file has any content.
  if (pragma(database, 'page_count') === 0) database.exec('PRAGMA auto_vacuum = INCREMENTAL');
  database.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = ${LOG_BYTES};`,
  );
}

/**
 * Transactions of this thread run one by one: a connection supports one at a time, and a second connection would
 * deadlock on the first one's lock.
 */
const inTurn = createTurns();

function engineOn(db: Kysely<Schema>, database: DatabaseSync, verify: () => void): Engine {
  const tx = transactionOn(database);
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  let isFull = true;
  const synchronize = (isDurable: boolean): void => {
    if (isDurable === isFull) return;
    database.exec(`PRAGMA synchronous = ${isDurable ? 'FULL' : 'NORMAL'}`);
    isFull = isDurable;
  };
  return {
    db,
    types: SQLITE_TYPES,
    text: sqliteText,
    transact: (work, isDurable) =>
      inTurn(async () => {
        synchronize(isDurable);
        begin.run();
        try {
          const result = await work(tx);
          commit.run();
          return result;
        } catch (error) {
          // A full disk may have ended the transaction already.
          if (database.isTransaction) database.exec('ROLLBACK');
          throw error;
        }
      }),
    size: async () =>
      pragma(database, 'page_size') * (pragma(database, 'page_count') - pragma(database, 'freelist_count')),
    maintain: () =>
      inTurn(async () => {
        database.exec(`PRAGMA optimize; PRAGMA incremental_vacuum(${VACUUM_PAGES}); PRAGMA wal_checkpoint(PASSIVE);`);
      }),
    verify: async () => verify(),
    close: () =>
      inTurn(async () => {
        await db.destroy();
        if (database.isOpen) database.close();
      }),
  };
}

function pragma(database: DatabaseSync, name: 'page_size' | 'page_count' | 'freelist_count'): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}

function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
