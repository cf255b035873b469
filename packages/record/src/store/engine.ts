import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';
import type { Schema } from './schema.ts';
import type { SearchTerm } from './search-terms.ts';

/** The operations that differ between engines; all queries are shared. */
export interface Engine {
  readonly db: Kysely<Schema>;
  /**
   * Runs `work` in a serialized transaction. Its reads stay valid until the end, also while others write; an engine that
   * cannot guarantee this without blocking may roll back and rerun `work`, so it must have no effects outside the
   * store. `isDurable`: on disk, not only with the operating system, when it resolves.
   */
  readonly transact: <T>(work: (tx: Transaction) => Promise<T>, isDurable: boolean) => Promise<T>;
  readonly types: ColumnTypes;
  readonly text: TextIndex;
  /** Bytes in use, without deleted data, even if the file has not shrunk yet. */
  readonly size: () => Promise<number>;
  readonly maintain: () => Promise<void>;
  /** RejectedLines if the file was moved, deleted or replaced, so that others would not find new data. */
  readonly verify: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Interprets the engine's errors, without an open engine. */
export interface EngineErrors {
  /** Whether exactly one row is at fault and all others can be stored. */
  readonly isOfRow: (error: unknown) => boolean;
  /** Explains a problem of the file or disk and its fix; `undefined` for other errors. */
  readonly explain: (error: unknown, place: string) => string | undefined;
}

/** Takes lists, so that a networked engine can send them in one round trip. */
export interface Transaction {
  /** Runs statements in order and returns the number of changed rows for each. */
  readonly run: (statements: readonly Statement[]) => Promise<readonly number[]>;
  /** Returns the rows of each statement. */
  readonly read: <Row>(statements: readonly RowStatement<Row>[]) => Promise<readonly (readonly Row[])[]>;
}

/** A statement with its values: compiled and prepared once. */
export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** A statement that returns rows. */
export interface RowStatement<Row> extends Statement {
  /** Exists only in the type. */
  readonly row?: Row;
}

export interface ColumnTypes {
  /** Integers up to 2^53. */
  readonly long: 'integer' | 'bigint';
  readonly bytes: 'blob' | 'bytea';
  /** The suffix that clusters a table by its key; `undefined` if the engine has none. */
  readonly inKeyOrder: 'without rowid' | undefined;
}

/**
 * Full-text search over calls. A word is a run of letters, digits and underscores; case and accents are ignored. A
 * match depends only on the call's own words.
 */
export interface TextIndex {
  /** The statements that create it, for the first migration. */
  readonly create: readonly string[];
  readonly add: (seq: number, words: string) => Statement;
  readonly remove: (fromSeqs: readonly number[]) => readonly Statement[];
  /** Prepares a search for calls with all terms; needs at least one. */
  readonly search: (db: Kysely<Schema>, terms: readonly SearchTerm[]) => Promise<FindCalls>;
}

/** The matching keys, as `seq` in a subquery. */
export type FindCalls = (range: TextRange) => RawBuilder<{ readonly seq: number }>;

/** Keys in a half-open range. */
interface TextRange {
  readonly from: number;
  readonly below: number;
  /** Only the newest so many, in order; otherwise all in any order. */
  readonly limit?: number;
}
