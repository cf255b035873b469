import type { CompiledQuery, Expression, Kysely, SqlBool } from 'kysely';
import type { Schema } from './schema.ts';

/** What engines do each in their own way. Everything else is the same query for all of them. */
export interface Engine {
  readonly db: Kysely<Schema>;
  /** Runs compiled statements one after the other in one transaction: what is written for every call is compiled once. */
  readonly transact: (statements: readonly Statement[], isDurable: boolean) => Promise<void>;
  readonly types: ColumnTypes;
  readonly text: TextIndex;
  readonly size: () => Promise<number>;
  readonly maintain: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A statement and its values: the text is compiled once and prepared once. */
export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;

export interface ColumnTypes {
  /** Whole numbers up to 2^53. */
  readonly long: 'integer' | 'bigint';
  readonly bytes: 'blob' | 'bytea';
}

/** Full-text search over calls. */
export interface TextIndex {
  /** Statements that make it, for the first migration. */
  readonly create: readonly string[];
  readonly add: (seq: number, words: string) => Statement;
  readonly remove: (fromSeqs: readonly number[]) => readonly Statement[];
  /** Whether the call with this `seq` matches; `undefined` where nothing in `q` is a word. */
  readonly matches: (seq: Expression<number>, q: string) => Expression<SqlBool> | undefined;
}
