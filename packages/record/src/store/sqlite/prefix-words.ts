import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import type { SearchTerm } from '../search-terms.ts';

/** The words of the text index, one row per occurrence. Created by each connection for itself. */
export const CREATE_WORDS = 'create virtual table temp.call_vocab using fts5vocab(main, call_words, instance)';

/** The most words that replace a prefix; looking them up takes a fifth of a second. */
const MOST_WORDS = 1_000;

/** Sorts after every word with the prefix in FTS5's byte order. */
const LAST = '\u{10ffff}';

/**
 * Expands a prefix to the words that have it. FTS5 evaluates a prefix by reading all calls of all those words before it
 * returns the first one; for whole words it reads no further than needed. `undefined` if there are too many words or
 * none, or if the index's spelling depends on FTS5's folding.
 */
export async function expandPrefix(db: Kysely<Schema>, { text }: SearchTerm): Promise<readonly string[] | undefined> {
  const prefix = PLAIN_END.exec(text)?.[1];
  if (prefix === undefined) return undefined;
  const words = await wordsWith(db, prefix.toLowerCase());
  if (words.length === 0 || words.length > MOST_WORDS || !words.every((word) => PLAIN.test(word))) return undefined;
  return words.map((word) => text.slice(0, -prefix.length) + word);
}

const PLAIN = /^\w+$/;
/** A final word whose indexed form differs only in case. */
const PLAIN_END = /(?:^|[^\p{L}\p{M}\p{N}\p{Co}_])(\w+)$/u;

/** The words with this prefix, and one more than the maximum. Each step is an index seek instead of a scan. */
async function wordsWith(db: Kysely<Schema>, prefix: string): Promise<readonly string[]> {
  const least = (from: ReturnType<typeof sql>) =>
    sql`(select term from temp.call_vocab where term >= ${from} and term <= ${prefix + LAST} order by term limit 1)`;
  const { rows } = await sql<{ readonly word: string }>`
    with recursive words (word) as (
      select ${least(sql`${prefix}`)}
      union all
      select ${least(sql`(words.word || char(1))`)} from words where words.word is not null
    )
    select word from words where word is not null limit ${sql.lit(MOST_WORDS + 1)}`.execute(db);
  return rows.map(({ word }) => word);
}
