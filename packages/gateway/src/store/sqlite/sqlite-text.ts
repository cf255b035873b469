import { sql } from 'kysely';
import type { ColumnTypes, TextIndex } from '../engine.ts';

export const SQLITE_TYPES: ColumnTypes = { long: 'integer', bytes: 'blob' };

/** FTS5 without a copy of the text: the words point to the call, and the call has the text. */
export const sqliteText: TextIndex = {
  create: [
    `create virtual table call_words using fts5(words, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2 tokenchars '_'")`,
  ],
  add: (seq, words) => ({ sql: 'insert into call_words (rowid, words) values (?, ?)', parameters: [seq, words] }),
  remove: (seqs) => seqs.map((seq) => ({ sql: 'delete from call_words where rowid = ?', parameters: [seq] })),
  matches: (seq, q) => {
    const query = toMatch(q);
    return query === undefined
      ? undefined
      : sql`${seq} in (select rowid from call_words where call_words match ${query})`;
  },
};

/** Words as a person types them, as FTS5 wants them: each in quotes, the last one open at its end. */
function toMatch(q: string): string | undefined {
  const parts = [...q.matchAll(/"([^"]*)"?|[^\s"]+/gu)].map(([whole, quoted]) => ({
    text: (quoted ?? whole).replaceAll('\u0000', ' '),
    isOpen: quoted === undefined,
  }));
  const words = parts.filter(({ text }) => /[\p{L}\p{N}_]/u.test(text));
  if (words.length === 0) return undefined;
  return words
    .map(({ text, isOpen }, index) => `"${text}"${isOpen && index === words.length - 1 ? '*' : ''}`)
    .join(' ');
}
