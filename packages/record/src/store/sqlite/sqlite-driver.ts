import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { SqliteDatabase } from 'kysely';

/** More than the store's fixed statements; filters have many forms. */
const MAX_PREPARED = 256;

/** Prepares each statement once. */
export function statementsOf(database: DatabaseSync): (sql: string) => StatementSync {
  const prepared = new Map<string, StatementSync>();
  return (sql) => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(sql);
    if (prepared.size >= MAX_PREPARED) {
      const [oldest] = prepared.keys();
      if (oldest !== undefined) prepared.delete(oldest);
    }
    prepared.set(sql, statement);
    return statement;
  };
}

/** `node:sqlite` as the driver that Kysely's dialect expects. */
export function forKysely(database: DatabaseSync): SqliteDatabase {
  return {
    close: () => {
      if (database.isOpen) database.close();
    },
    prepare: (sql) => {
      const statement = database.prepare(sql);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...parameters.map(toBindable)),
        run: (parameters) => statement.run(...parameters.map(toBindable)),
        iterate: (parameters) => statement.iterate(...parameters.map(toBindable)),
      };
    },
  };
}

/** The types SQLite stores. Anything else is a bug that SQLite reports. */
const toBindable = (value: unknown): SQLInputValue =>
  typeof value === 'boolean' ? Number(value) : (value as SQLInputValue);
