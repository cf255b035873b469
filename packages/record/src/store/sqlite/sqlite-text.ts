import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ColumnTypes, TextIndex } from '../engine.ts';
import type { Schema } from '../schema.ts';
import type { SearchTerm } from '../search-terms.ts';
import { expand } from './begun-words.ts';

export const SQLITE_TYPES: ColumnTypes = {
  long: 'integer',
  bytes: 'blob',
  inKeyOrder: 'without rowid',
};

/** FTS5 without a copy of the text: the words point to the call, and the call has the text. */
export const sqliteText: TextIndex = {
  create: [
    `create virtual table call_words using fts5(words, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2 tokenchars '_'")`,
    // A part of the index is written anew when so many per cent of it are deleted; at the 10 that are usual that is most of the time.
    `insert into call_words (call_words, rank) values ('deletemerge', 40)`,
  ],
  add: (seq, words) => ({ sql: 'insert into call_words (rowid, words) values (?, ?)', parameters: [seq, words] }),
  remove: (seqs) => seqs.map((seq) => ({ sql: 'delete from call_words where rowid = ?', parameters: [seq] })),
  search: async (db, terms) => {
    const matches: string[] = [];
    for (const term of terms) matches.push(await toMatch(db, term));
    const match = matches.join(' AND ');
    return ({ from, below, limit }) => {
      // From the end FTS5 walks over everything above the range; from the beginning it jumps there. So only who wants the newest
      // gets them in order. Without any limit SQLite would ask FTS5 for one call after the other.
      const newest = limit === undefined ? sql` limit -1` : sql` order by rowid desc limit ${limit}`;
      return sql`(select rowid as seq from call_words where call_words match ${match} and rowid >= ${integer(from)} and rowid < ${integer(below)}${newest})`;
    };
  },
};

/** Numbers reach SQLite as doubles, and FTS5 takes no notice of a range of those. */
const integer = (value: number): RawBuilder<number> => sql`cast(${value} as integer)`;

/** A term as FTS5 wants it: in quotes nothing is an operator, and a star behind them is for the last word. */
async function toMatch(db: Kysely<Schema>, term: SearchTerm): Promise<string> {
  if (!term.isBegun) return `"${term.text}"`;
  const whole = await expand(db, term);
  return whole === undefined ? `"${term.text}"*` : `(${whole.map((text) => `"${text}"`).join(' OR ')})`;
}
