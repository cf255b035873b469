import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';
import type { Schema } from './schema.ts';
import type { SearchTerm } from './search-terms.ts';

/** What engines do each in their own way. Everything else is the same query for all of them. */
export interface Engine {
  readonly db: Kysely<Schema>;
  /**
   * Runs `work` in one transaction, one after the other. What it has read stays true until it is done, whoever else writes; an
   * engine that cannot hold that without waiting may roll back and run `work` again, so it changes nothing but the store.
   * `isDurable`: on disk and not only with the operating system when it resolves.
   */
  readonly transact: <T>(work: (tx: Transaction) => Promise<T>, isDurable: boolean) => Promise<T>;
  readonly types: ColumnTypes;
  readonly text: TextIndex;
  /** Bytes in use. What was deleted does not count, whether the file has shrunk yet or not. */
  readonly size: () => Promise<number>;
  readonly maintain: () => Promise<void>;
  /** Rejects where others do not find any more what is written here: a file that was moved away, deleted or replaced. */
  readonly verify: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What the makers of an engine know of its errors, whether one is open or not. */
export interface EngineErrors {
  /** Whether it is certainly one row that cannot be stored, and everything else can. */
  readonly isOfRow: (error: unknown) => boolean;
  /** What is wrong with the place where it is kept, and what to do about it; `undefined` where it is something else. */
  readonly explain: (error: unknown, place: string) => string | undefined;
}

/** Takes lists, so that an engine across a network can send all of one at once. */
export interface Transaction {
  /** Runs statements in order, and says how many rows each has changed. */
  readonly run: (statements: readonly Statement[]) => Promise<readonly number[]>;
  /** The rows of each statement. */
  readonly read: <Row>(statements: readonly RowStatement<Row>[]) => Promise<readonly (readonly Row[])[]>;
}

/** A statement and its values: the text is compiled once and prepared once. */
export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** A statement that has rows. */
export interface RowStatement<Row> extends Statement {
  /** Never there: it only tells the type. */
  readonly row?: Row;
}

export interface ColumnTypes {
  /** Whole numbers up to 2^53. */
  readonly long: 'integer' | 'bigint';
  readonly bytes: 'blob' | 'bytea';
  /** How a table ends that is kept in the order of its key, in one piece with it; `undefined` where there is no such thing. */
  readonly inKeyOrder: 'without rowid' | undefined;
}

/**
 * Full-text search over calls. A word is letters, digits and underscores in a row; upper and lower case, and accents, make no
 * difference. What is found depends on the words of a call alone, not on how many calls have them.
 */
export interface TextIndex {
  /** Statements that make it, for the first migration. */
  readonly create: readonly string[];
  readonly add: (seq: number, words: string) => Statement;
  readonly remove: (fromSeqs: readonly number[]) => readonly Statement[];
  /** Gets ready to look for calls that have all of the terms, of which there is at least one. */
  readonly search: (db: Kysely<Schema>, terms: readonly SearchTerm[]) => Promise<FindCalls>;
}

/** The keys of calls that are looked for, as `seq` in a subquery. */
export type FindCalls = (range: TextRange) => RawBuilder<{ readonly seq: number }>;

/** Keys from one on and below another. */
interface TextRange {
  readonly from: number;
  readonly below: number;
  /** Only so many, the newest, in order; else all of them, in any order. */
  readonly limit?: number;
}
