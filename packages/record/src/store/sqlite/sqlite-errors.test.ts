import { describe, expect, it } from 'vitest';
import { UNKNOWN_FORMAT } from './check-file-format.ts';
import { openSqlite } from './sqlite-engine.ts';
import { sqliteErrors } from './sqlite-errors.ts';

const PLACE = '/d/record.db';
const sqlite = (errcode: number): Error => Object.assign(new Error('x'), { errcode, code: 'ERR_SQLITE_ERROR' });

describe('SQLite errors', () => {
  it.each<[string, Error, RegExp]>([
    ['a full disk', sqlite(13), /is full\. Free some space/],
    ['a damaged file', sqlite(11), /is damaged\. Move it away/],
    ['another kind of file', sqlite(26), /is not a database\. Move it away/],
    ['an I/O error with an extended code', sqlite(10 | (8 << 8)), /reports an error/],
    ['a read-only file', sqlite(8), /cannot be written to\. Give this user/],
    ['a file that cannot be opened', sqlite(14), /cannot be opened\. Give this user/],
    ['a lock', sqlite(5), /is locked by another program/],
    ['too little memory', sqlite(7), /too little memory/],
    ['a newer file', new Error('A newer version of Toolmark has written this record: …'), /Update Toolmark/],
    [
      'a file with an older schema',
      Object.assign(new Error('x'), { code: UNKNOWN_FORMAT }),
      /earlier build of Toolmark.* Move it away \(for instance to \/d\/record\.db\.old\)/,
    ],
  ])('%s is explained, and no row is at fault', (_, error, sentence) => {
    expect(sqliteErrors.explain(error, PLACE)).toMatch(sentence);
    expect(sqliteErrors.explain(error, PLACE)).toContain(PLACE);
    expect(sqliteErrors.isOfRow(error)).toBe(false);
  });

  it.each<[string, unknown]>([
    ['a missing table', sqlite(1)],
    ['a changed schema', sqlite(17)],
    ['a misused statement', sqlite(21)],
    ['a closed file', Object.assign(new Error('database is not open'), { code: 'ERR_INVALID_STATE' })],
    ['a bug', new TypeError('x is not a function')],
    ['not an Error', 'x'],
  ])('%s is not explained, and no row is at fault', (_, error) => {
    expect([sqliteErrors.isOfRow(error), sqliteErrors.explain(error, PLACE)]).toEqual([false, undefined]);
  });

  it.each([
    ['a violated constraint', "insert into sessions (id) values ('x')"],
    ['a value of the wrong type', "insert into calls (seq) values ('x')"],
  ])("%s is the row's fault", async (_, text) => {
    const engine = await openSqlite({ file: ':memory:' });
    const insert = engine.transact((tx) => tx.run([{ sql: text, parameters: [] }]), false);
    const error = await insert.catch((reason: unknown) => reason);
    expect([sqliteErrors.isOfRow(error), sqliteErrors.explain(error, PLACE)]).toEqual([true, undefined]);
    await engine.close();
  });
});
