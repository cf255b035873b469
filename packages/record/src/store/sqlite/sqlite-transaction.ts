import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { RowStatement, Transaction } from '../engine.ts';
import { statementsOf } from './sqlite-driver.ts';

/** What runs between the beginning and the end of a transaction. */
export function transactionOn(database: DatabaseSync): Transaction {
  const prepare = statementsOf(database);
  return {
    run: async (statements) =>
      statements.map(({ sql, parameters }) => Number(prepare(sql).run(...(parameters as SQLInputValue[])).changes)),
    read: async <Row>(statements: readonly RowStatement<Row>[]) =>
      // The statement's author says what its rows are.
      statements.map(({ sql, parameters }) => prepare(sql).all(...(parameters as SQLInputValue[])) as Row[]),
  };
}
