import { type RawBuilder, sql } from 'kysely';
import type { ColumnTypes, TextIndex } from '../engine.ts';

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
  matches: (seq, q) => {
    const query = toMatch(q);
    return query === undefined
      ? undefined
      : sql`${seq} in (select rowid from call_words where call_words match ${query})`;
  },
  find: (q, { from, below, limit }) => {
    const query = toMatch(q);
    if (query === undefined) return undefined;
    // From the end FTS5 walks over everything above the range; from the beginning it jumps there. So only who wants the newest
    // gets them in order. Without any limit SQLite would ask FTS5 for one call after the other.
    const newest = limit === undefined ? sql` limit -1` : sql` order by rowid desc limit ${limit}`;
    return sql`(select rowid as seq from call_words where call_words match ${query} and rowid >= ${integer(from)} and rowid < ${integer(below)}${newest})`;
  },
};

/** Numbers reach SQLite as doubles, and FTS5 takes no notice of a range of those. */
const integer = (value: number): RawBuilder<number> => sql`cast(${value} as integer)`;

/** A begun word is found by reading the lists of all words that begin so, from end to end; of a whole one only what is needed. */
const MAX_CALLS_OF_BEGUN = 10_000;

/** Half of all words begin with the same few letters. In bytes, because one Chinese sign says as much as a word. */
const MIN_BEGUN_BYTES = 3;

/** Words as a person types them, as FTS5 wants them: each in quotes, the last one open at its end. */
function toMatch(q: string): RawBuilder<string> | undefined {
  const parts = [...q.matchAll(/"([^"]*)"?|[^\s"]+/gu)].map(([whole, quoted]) => ({
    text: (quoted ?? whole).replaceAll('\u0000', ' '),
    isOpen: quoted === undefined,
  }));
  const words = parts.filter(({ text }) => /[\p{L}\p{N}_]/u.test(text));
  const last = words.at(-1);
  if (last === undefined) return undefined;
  const whole = words.map(({ text }) => `"${text}"`).join(' ');
  if (!last.isOpen || !canBeBegun(last.text)) return sql`${whole}`;
  // A word that very many calls have is complete, and whoever types it has plenty to look at.
  return sql`case when (select count(*) from (select rowid from call_words where call_words match ${`"${last.text}"`} limit ${MAX_CALLS_OF_BEGUN + 1})) > ${MAX_CALLS_OF_BEGUN} then ${whole} else ${`${whole}*`} end`;
}

/** What is begun is the last word of a text such as `src/store`. */
function canBeBegun(text: string): boolean {
  const last = /[\p{L}\p{N}_]+(?=[^\p{L}\p{N}_]*$)/u.exec(text)?.[0] ?? '';
  return Buffer.byteLength(last) >= MIN_BEGUN_BYTES;
}
