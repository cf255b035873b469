import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import type { SearchTerm } from '../search-terms.ts';

/** The words of the text index, one row for each place where one stands. Made anew by every connection, for itself. */
export const CREATE_WORDS = 'create virtual table temp.call_vocab using fts5vocab(main, call_words, instance)';

/** So many words are looked for in place of their beginning, in a fifth of a second; more may be as many ids with a call each. */
const MOST_WORDS = 1_000;

/** Behind every word that begins so, in the order of FTS5, which is that of the bytes. */
const LAST = '\u{10ffff}';

/**
 * A term whose last word is only begun, once with each word that begins so. FTS5 looks for a beginning by reading all calls of all
 * those words before it hands out the first one; where it is asked for the words themselves, it reads no further than it has to.
 * `undefined` where there are too many of them, or none, or where it depends on FTS5 how the word is written in the index.
 */
export async function expand(db: Kysely<Schema>, { text }: SearchTerm): Promise<readonly string[] | undefined> {
  const begun = PLAIN_END.exec(text)?.[1];
  if (begun === undefined) return undefined;
  const words = await wordsWith(db, begun.toLowerCase());
  if (words.length === 0 || words.length > MOST_WORDS || !words.every((word) => PLAIN.test(word))) return undefined;
  return words.map((word) => text.slice(0, -begun.length) + word);
}

const PLAIN = /^\w+$/;
/** A word at the end that is written in the index as it is, but for its case. */
const PLAIN_END = /(?:^|[^\p{L}\p{M}\p{N}\p{Co}_])(\w+)$/u;

/** The words with this beginning, and one more than are looked for at most. From one to the next the index is not read but jumped. */
async function wordsWith(db: Kysely<Schema>, begun: string): Promise<readonly string[]> {
  const least = (from: ReturnType<typeof sql>) =>
    sql`(select term from temp.call_vocab where term >= ${from} and term <= ${begun + LAST} order by term limit 1)`;
  const { rows } = await sql<{ readonly word: string }>`
    with recursive words (word) as (
      select ${least(sql`${begun}`)}
      union all
      select ${least(sql`(words.word || char(1))`)} from words where words.word is not null
    )
    select word from words where word is not null limit ${sql.lit(MOST_WORDS + 1)}`.execute(db);
  return rows.map(({ word }) => word);
}
