import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { RowStatement, Transaction } from '../engine.ts';
import { statementsOf } from './sqlite-driver.ts';

/** The work within a transaction. */
export function transactionOn(database: DatabaseSync): Transaction {
  const prepare = statementsOf(database);
  return {
    run: async (statements) =>
      statements.map(({ sql, parameters }) => Number(prepare(sql).run(...(parameters as SQLInputValue[])).changes)),
    read: async <Row>(statements: readonly RowStatement<Row>[]) =>
      // The statement declares its row type.
      statements.map(({ sql, parameters }) => prepare(sql).all(...(parameters as SQLInputValue[])) as Row[]),
  };
}
