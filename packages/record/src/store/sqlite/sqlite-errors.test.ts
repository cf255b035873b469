import { describe, expect, it } from 'vitest';
import { OTHER_FORM } from './refuse-other.ts';
import { openSqlite } from './sqlite-engine.ts';
import { sqliteErrors } from './sqlite-errors.ts';

const PLACE = '/d/record.db';
const sqlite = (errcode: number): Error => Object.assign(new Error('x'), { errcode, code: 'ERR_SQLITE_ERROR' });

describe('what SQLite says', () => {
  it.each<[string, Error, RegExp]>([
    ['a full disk', sqlite(13), /is full\. Free some space/],
    ['a damaged file', sqlite(11), /is damaged\. Move it away/],
    ['something that is no database', sqlite(26), /is not a database\. Move it away/],
    ['an error of the disk, told in detail', sqlite(10 | (8 << 8)), /reports an error/],
    ['a file that may not be written to', sqlite(8), /cannot be written to\. Give this user/],
    ['a file that cannot be opened', sqlite(14), /cannot be opened\. Give this user/],
    ['a lock', sqlite(5), /is locked by another program/],
    ['too little memory', sqlite(7), /too little memory/],
    ['a newer file', new Error('A newer version of Toolmark has written this record: …'), /Update Toolmark/],
    [
      'a file of an earlier form',
      Object.assign(new Error('x'), { code: OTHER_FORM }),
      /earlier build of Toolmark.* Move it away \(for instance to \/d\/record\.db\.old\)/,
    ],
  ])('of %s is said in a sentence, and is of no single row', (_, error, sentence) => {
    expect(sqliteErrors.explain(error, PLACE)).toMatch(sentence);
    expect(sqliteErrors.explain(error, PLACE)).toContain(PLACE);
    expect(sqliteErrors.isOfRow(error)).toBe(false);
  });

  it.each<[string, unknown]>([
    ['a table that is not there', sqlite(1)],
    ['a schema that changed', sqlite(17)],
    ['a statement that is used wrongly', sqlite(21)],
    ['a file that is closed', Object.assign(new Error('database is not open'), { code: 'ERR_INVALID_STATE' })],
    ['a bug', new TypeError('x is not a function')],
    ['no error at all', 'x'],
  ])('of %s is of no single row, and nothing to do about', (_, error) => {
    expect([sqliteErrors.isOfRow(error), sqliteErrors.explain(error, PLACE)]).toEqual([false, undefined]);
  });

  it.each([
    ['a rule that a row breaks', "insert into sessions (id) values ('x')"],
    ['a value of the wrong kind', "insert into calls (seq) values ('x')"],
  ])('of %s is of that row', async (_, text) => {
    const engine = await openSqlite({ file: ':memory:' });
    const insert = engine.transact((tx) => tx.run([{ sql: text, parameters: [] }]), false);
    const error = await insert.catch((reason: unknown) => reason);
    expect([sqliteErrors.isOfRow(error), sqliteErrors.explain(error, PLACE)]).toEqual([true, undefined]);
    await engine.close();
  });
});
