import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ColumnTypes, TextIndex } from '../engine.ts';
import type { Schema } from '../schema.ts';
import type { SearchTerm } from '../search-terms.ts';
import { expandPrefix } from './prefix-words.ts';

export const SQLITE_TYPES: ColumnTypes = {
  long: 'integer',
  bytes: 'blob',
  inKeyOrder: 'without rowid',
};

/** A contentless FTS5 table: words point to the call, and the call has the text. */
export const sqliteText: TextIndex = {
  create: [
    `create virtual table call_words using fts5(words, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2 tokenchars '_'")`,
    // Merge a segment when this percentage of it is deleted; merging dominates deletion at the default of 10.
    `insert into call_words (call_words, rank) values ('deletemerge', 40)`,
  ],
  add: (seq, words) => ({ sql: 'insert into call_words (rowid, words) values (?, ?)', parameters: [seq, words] }),
  remove: (seqs) => seqs.map((seq) => ({ sql: 'delete from call_words where rowid = ?', parameters: [seq] })),
  search: async (db, terms) => {
    const matches: string[] = [];
    for (const term of terms) matches.push(await toMatch(db, term));
    const match = matches.join(' AND ');
    return ({ from, below, limit }) => {
      // Descending, FTS5 walks over everything above the range; ascending, it seeks. So only queries for the newest use
      // an order. Without any limit, SQLite would query FTS5 for one call after the other.
      const newest = limit === undefined ? sql` limit -1` : sql` order by rowid desc limit ${limit}`;
      return sql`(select rowid as seq from call_words where call_words match ${match} and rowid >= ${castInteger(from)} and rowid < ${castInteger(below)}${newest})`;
    };
  },
};

/** SQLite receives numbers as doubles, and FTS5 ignores a range of doubles. */
const castInteger = (value: number): RawBuilder<number> => sql`cast(${value} as integer)`;

/** A term in FTS5 syntax: nothing inside quotes is an operator, and a star after them applies to the last word. */
async function toMatch(db: Kysely<Schema>, term: SearchTerm): Promise<string> {
  if (!term.isPrefix) return `"${term.text}"`;
  const whole = await expandPrefix(db, term);
  return whole === undefined ? `"${term.text}"*` : `(${whole.map((text) => `"${text}"`).join(' OR ')})`;
}
